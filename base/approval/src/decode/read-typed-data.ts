import { getAddress, hashTypedData, isAddress, type TypedDataDefinition } from 'viem'
import * as z from 'zod/mini'
import { InvalidRequestError } from '../errors.ts'

const TypedData = z.object({
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  domain: z._default(z.record(z.string(), z.union([z.string(), z.number()])), {}),
  message: z.record(z.string(), z.unknown()),
})

type ParsedData = z.infer<typeof TypedData>

const INVALID = 'The typed data of the request is not valid.'
const UNSIGNED_DOMAIN = 'The domain of the typed data does not match its type.'

/** The fields that a domain can have (EIP-712). */
const DOMAIN_FIELDS: Readonly<Record<string, string>> = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
  salt: 'bytes32',
}

/**
 * Reads typed data (EIP-712), as an object or as JSON.
 *
 * @throws {InvalidRequestError} when it is malformed or cannot be hashed.
 */
export function readTypedData(value: unknown): TypedDataDefinition {
  const parsed = z.safeParse(
    TypedData,
    parseJson(typeof value === 'string' ? value : toJson(value)),
  )
  if (!parsed.success) throw new InvalidRequestError(INVALID)
  if (!isDomainSigned(parsed.data)) throw new InvalidRequestError(UNSIGNED_DOMAIN)
  try {
    const typedData = withChecksums(withDomainType(parsed.data)) as unknown as TypedDataDefinition
    hashTypedData(typedData)
    return typedData
  } catch (cause) {
    throw new InvalidRequestError(INVALID, { cause })
  }
}

/** Rewrites addresses, which apps of other chains write with another checksum (EIP-1191). It is not signed. */
function withChecksums({ types, primaryType, domain, message }: ParsedData): ParsedData {
  const rewrite = (type: string, value: unknown): unknown => {
    const item = /^(.+)\[\d*\]$/.exec(type)?.[1]
    if (item !== undefined) {
      return Array.isArray(value) ? value.map((part) => rewrite(item, part)) : value
    }
    if (type === 'address') return withChecksum(value)
    const fields = Object.hasOwn(types, type) ? types[type] : undefined
    if (fields === undefined || typeof value !== 'object' || value === null) return value
    const typeOf = new Map(fields.map((field) => [field.name, field.type]))
    const entries = Object.entries(value).map(([name, part]) => {
      const fieldType = typeOf.get(name)
      return [name, fieldType === undefined ? part : rewrite(fieldType, part)] as const
    })
    return Object.fromEntries(entries)
  }
  // Sound: only texts in them change.
  return {
    types,
    primaryType,
    domain: rewrite('EIP712Domain', domain) as ParsedData['domain'],
    message: rewrite(primaryType, message) as ParsedData['message'],
  }
}

function withChecksum(value: unknown): unknown {
  const isText = typeof value === 'string' && isAddress(value, { strict: false })
  return isText ? getAddress(value) : value
}

/**
 * Whether the signature covers the whole domain, no more and no less: what the type leaves out is not signed, although
 * the view would show it.
 */
function isDomainSigned({ types, primaryType, domain }: ParsedData): boolean {
  if (primaryType === 'EIP712Domain') return false
  const present = Object.keys(domain)
  if (!present.every((name) => Object.hasOwn(DOMAIN_FIELDS, name))) return false
  const signed = types['EIP712Domain']
  if (signed === undefined) return true
  return (
    signed.length === present.length &&
    new Set(signed.map(({ name }) => name)).size === signed.length &&
    signed.every(({ name, type }) => present.includes(name) && DOMAIN_FIELDS[name] === type)
  )
}

/** viem derives the type from values, and leaves out those it does not expect, such as a chain id that is text. */
function withDomainType(data: ParsedData): ParsedData {
  const fields = Object.entries(DOMAIN_FIELDS).filter(([name]) => Object.hasOwn(data.domain, name))
  const EIP712Domain = fields.map(([name, type]) => ({ name, type }))
  return { ...data, types: { EIP712Domain, ...data.types } }
}

/** `postMessage` carries more than JSON, such as objects that could pass a check for a string. */
function toJson(value: unknown): string {
  try {
    const text = JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}` : part))
    return text ?? ''
  } catch {
    return ''
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
