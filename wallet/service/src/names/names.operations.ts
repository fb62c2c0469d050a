import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import {
  NameSuggestions,
  NameSuggestionsQuery,
} from '@bullring/wallet-api/blockchain-api/name-suggestions'
import { NameZone } from '@bullring/wallet-api/blockchain-api/name-zone'
import { Profile, ProfileList, ProfileQuery } from '@bullring/wallet-api/blockchain-api/profile'
import {
  RegisterNameRequest,
  RegisterNameResponse,
} from '@bullring/wallet-api/blockchain-api/register-name'
import { AccountField } from '@bullring/wire/caip-fields'
import { StorableText } from '@bullring/wire/storable-text'
import type { Context } from 'hono'
import * as z from 'zod/mini'
import { KEY_ERRORS, PAGE_ERRORS } from '../http/documented-errors.ts'
import { NoNamesError } from './errors.ts'
import { fullName } from './full-name.ts'
import type { NameRegistry } from './name-registry.ts'
import type { RegisteredName } from './names.queries.ts'

export type NamesDeps = {
  /** Null where there is no zone for names. */
  registry: NameRegistry | null
  /** Returns a URL of this service that shows the picture, or null if it cannot be shown. */
  linkFor: (c: Context, picture: string) => string | null
  /** IP address of the caller. */
  ipOf: (c: Context) => string
  /** Counts an attempt to register against the caller's limit. Throws when it is used up. */
  take: (c: Context) => void
  /** Reports whether a registration succeeded. */
  onRegistration: (outcome: 'registered' | 'refused') => void
}

/** A label, or a full name. */
const NameParams = z.object({ name: StorableText.check(z.minLength(1), z.maxLength(255)) })

/** GET /v1/profile/account/:name, /v1/profile/reverse/:address, /v1/profile/suggestions/:name and /v1/profile/zone. */
export function namesOperations({
  registry,
  linkFor,
}: Pick<NamesDeps, 'registry' | 'linkFor'>): readonly Operation[] {
  return [
    accountOperation(registry, linkFor),
    reverseOperation(registry, linkFor),
    suggestionsOperation(registry),
    defineOperation({
      method: 'get',
      path: '/v1/profile/zone',
      summary: 'The domain below which names are registered',
      response: NameZone,
      errors: KEY_ERRORS,
      security: ['projectId'],
      handler: () => ({ zone: registry?.zone ?? null }),
    }),
  ]
}

/** POST /v1/profile/account. Wallet kits send it without a project id. It needs a signature. */
export function registerNameOperation({
  registry,
  ipOf,
  take,
  onRegistration,
}: Omit<NamesDeps, 'linkFor'>): Operation {
  return defineOperation({
    method: 'post',
    path: '/v1/profile/account',
    summary: 'Registers a name for the account that signs, or changes its attributes',
    body: RegisterNameRequest,
    acceptsAnyType: true,
    maxBodyBytes: 64 * 1_024,
    response: RegisterNameResponse,
    errors: [...PAGE_ERRORS, 401, 404, 409, 429, 501, 502],
    handler: async ({ body }, c) => {
      take(c)
      try {
        await configured(registry).register(body, ipOf(c))
      } catch (error) {
        onRegistration('refused')
        throw error
      }
      onRegistration('registered')
      return { success: true } satisfies RegisterNameResponse
    },
  })
}

function accountOperation(registry: NameRegistry | null, linkFor: NamesDeps['linkFor']): Operation {
  return defineOperation({
    method: 'get',
    path: '/v1/profile/account/:name',
    summary: 'Account and attributes of a name; 404 for a free one',
    params: NameParams,
    query: ProfileQuery,
    response: Profile,
    errors: [...KEY_ERRORS, 404, 409, 501],
    security: ['projectId'],
    handler: async ({ params }, c) => {
      const { find, zone } = configured(registry)
      return toProfile(await find(params.name), zone, (picture) => linkFor(c, picture))
    },
  })
}

function reverseOperation(registry: NameRegistry | null, linkFor: NamesDeps['linkFor']): Operation {
  return defineOperation({
    method: 'get',
    path: '/v1/profile/reverse/:address',
    summary: 'The name of an account, as a list; empty without one',
    params: z.object({ address: AccountField }),
    query: ProfileQuery,
    response: ProfileList,
    errors: KEY_ERRORS,
    security: ['projectId'],
    handler: async ({ params }, c) => {
      const found = (await registry?.findOf(params.address)) ?? null
      if (found === null || registry === null) return []
      return [toProfile(found, registry.zone, (picture) => linkFor(c, picture))]
    },
  })
}

function suggestionsOperation(registry: NameRegistry | null): Operation {
  return defineOperation({
    method: 'get',
    path: '/v1/profile/suggestions/:name',
    summary: 'Free labels that resemble one; in another zone, that one as registered',
    params: NameParams,
    query: NameSuggestionsQuery,
    response: NameSuggestions,
    errors: [...KEY_ERRORS, 501],
    security: ['projectId'],
    handler: async ({ params: { name }, query: { zone } }) => {
      const names = configured(registry)
      // Kits of other products ask for names in their zone, which would be refused only after the signature.
      if (zone !== undefined && zone.toLowerCase() !== names.zone) {
        return { suggestions: [{ name, registered: true }] }
      }
      const labels = await names.suggest(name)
      return { suggestions: labels.map((label) => ({ name: label, registered: false })) }
    },
  })
}

function configured(registry: NameRegistry | null): NameRegistry {
  if (registry === null) throw new NoNamesError()
  return registry
}

function toProfile(
  { label, address, coinType, avatar: picture, bio, registeredAt, updatedAt }: RegisteredName,
  zone: string,
  linkTo: (picture: string) => string | null,
): Profile {
  const avatar = picture === null ? null : linkTo(picture)
  const attributes = { ...(avatar !== null && { avatar }), ...(bio !== null && { bio }) }
  return {
    name: fullName(label, zone),
    registered: registeredAt,
    updated: updatedAt,
    addresses: { [coinType]: { address, created: registeredAt } },
    attributes: Object.keys(attributes).length === 0 ? [] : [attributes],
  }
}
