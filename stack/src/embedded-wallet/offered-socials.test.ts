import { expect, test } from 'vitest'
import { parseSettings } from '../settings.ts'
import { embeddedUrls } from './embedded-urls.ts'
import { hasLocalFarcaster, hasLocalProvider, offeredSocials } from './offered-socials.ts'

const isLocal = (env: Record<string, string>) => {
  const settings = parseSettings(env, [])
  const urls = embeddedUrls(settings)
  return urls !== null && hasLocalProvider(settings, urls)
}

test('the local Farcaster runs on a local chain of this machine only', () => {
  const runs = (env: Record<string, string>) => {
    const settings = parseSettings(env, [])
    const urls = embeddedUrls(settings)
    return urls !== null && hasLocalFarcaster(settings, urls)
  }
  expect(runs({})).toBe(true)
  const published = {
    CUSTODY_PUBLIC_URL: 'https://wallet.example',
    VAULT_PUBLIC_URL: 'https://vault.example',
  }
  expect(runs(published)).toBe(false)
  expect(runs({ ...published, CHAIN_ID: '97', RPC_URL: 'https://node.example' })).toBe(false)
  expect(runs({ VAULT_FARCASTER_RPC_URL: 'https://node.example' })).toBe(false)
})

test('the local provider runs on a local chain of this machine only', () => {
  expect(isLocal({})).toBe(true)
  expect(isLocal({ BULLRING_HOST: 'localhost' })).toBe(true)
  const published = {
    CUSTODY_PUBLIC_URL: 'https://wallet.example',
    VAULT_PUBLIC_URL: 'https://vault.example',
  }
  expect(isLocal(published)).toBe(false)
  expect(isLocal({ ...published, CHAIN_ID: '97', RPC_URL: 'https://node.example' })).toBe(false)
  expect(isLocal({ VAULT_OAUTH_CLIENTS: 'google=id:secret' })).toBe(false)
})

test('offers what both services can check, in the order of the pages', () => {
  const vault = { VAULT_OAUTH_CLIENTS: 'github=a:b, discord=a:b,google=a:b,x=a:b' }
  const custody = { CUSTODY_OAUTH_CLIENTS: 'google=a,github=a:b,discord=a,apple=a' }
  expect(offeredSocials(vault, custody)).toEqual(['google', 'discord', 'github'])
  expect(offeredSocials(vault, {})).toEqual([])
  const node = 'https://node.example'
  const both = [{ VAULT_FARCASTER_RPC_URL: node }, { CUSTODY_FARCASTER_RPC_URL: node }] as const
  expect(offeredSocials(...both)).toEqual(['farcaster'])
  expect(offeredSocials(both[0], custody)).toEqual([])
})
