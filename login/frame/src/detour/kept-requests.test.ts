import { USER_REJECTED_MESSAGE } from '@bullring/login-api/frame-messages/replies'
import { describe, expect, test } from 'vitest'
import { createMemoryStorage } from '#device/frame-storage.ts'
import { createKeptRequests, type KeptRequest } from './kept-requests.ts'

const ORIGIN = 'https://game.example'
const KEPT: KeptRequest = {
  origin: ORIGIN,
  projectId: 'test',
  account: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  chain: 31_337,
  request: { method: 'eth_sendTransaction', params: [{ to: '0x1', value: '0x2' }] },
  returnTo: `${ORIGIN}/?market=BNB`,
  language: 'en',
  theme: 'dark',
  followsWallet: true,
}
const TEN_MINUTES = 600_000
const REJECTED = { error: { message: USER_REJECTED_MESSAGE } }
const UNKNOWN = { result: null }

/** Two tabs of one browser. */
function openTabs() {
  const storage = createMemoryStorage()
  const clock = { now: 1_000 }
  const open = () => createKeptRequests(storage, () => clock.now)
  return { clock, storage, one: open(), other: open() }
}

describe('createKeptRequests', () => {
  test('shows a request once, and gives its outcome to the origin that asked, once', async () => {
    const { one, other } = openTabs()
    const id = await one.keep(KEPT)
    expect(await other.show(id)).toEqual(KEPT)
    expect(await other.approve(id)).toBe(true)
    await other.finish(id, { result: '0xab' })
    expect(await one.take(id, 'https://attacker.example')).toEqual(UNKNOWN)
    expect(await one.take(id, ORIGIN)).toEqual({ result: '0xab' })
    expect(await one.take(id, ORIGIN)).toEqual(UNKNOWN)
  })

  test('ids cannot be guessed', async () => {
    const { one } = openTabs()
    const ids = await Promise.all(Array.from({ length: 8 }, () => one.keep(KEPT)))
    expect(new Set(ids).size).toBe(8)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/)
  })

  test('error: the same link again, in another tab or after a reload', async () => {
    const { one, other } = openTabs()
    const id = await one.keep(KEPT)
    await one.show(id)
    expect(await other.show(id)).toBeUndefined()
    expect(await one.show(id)).toBeUndefined()
  })

  test('error: a request of ten minutes ago', async () => {
    const { clock, one } = openTabs()
    const [early, late] = [await one.keep(KEPT), await one.keep(KEPT)]
    clock.now += TEN_MINUTES - 1
    expect(await one.show(early)).toEqual(KEPT)
    clock.now += 1
    expect(await one.show(late)).toBeUndefined()
    expect(await one.approve(early)).toBe(false)
  })

  test('error: a page that no longer counts: its visitor went back, where nothing was sent', async () => {
    const { one, other } = openTabs()
    const id = await one.keep(KEPT)
    await other.show(id)
    expect(await one.take(id, ORIGIN)).toEqual(REJECTED)
    expect(await other.approve(id)).toBe(false)
  })

  test('error: approved twice', async () => {
    const { one, other } = openTabs()
    const id = await one.keep(KEPT)
    await one.show(id)
    const both = await Promise.all([one.approve(id), other.approve(id)])
    expect(both.filter(Boolean)).toHaveLength(1)
  })

  test('does not call an approved request rejected: its page may have sent it', async () => {
    const { clock, one, other } = openTabs()
    const id = await one.keep(KEPT)
    await other.show(id)
    await other.approve(id)
    clock.now += TEN_MINUTES
    await one.keep(KEPT)
    expect(await one.take(id, ORIGIN)).toEqual(UNKNOWN)
  })

  test('drops what no page has fetched for an hour, approved or not', async () => {
    const { clock, storage, one, other } = openTabs()
    const id = await one.keep(KEPT)
    await one.show(id)
    await one.approve(id)
    await one.finish(id, { result: '0xab' })
    clock.now += 3_600_000
    const latest = await other.keep(KEPT)
    expect(await storage.get('sessions', 'kept requests')).toMatchObject([{ id: latest }])
  })

  test('forgets the approved requests of one origin, and nothing that a page still decides', async () => {
    const { storage, one, other } = openTabs()
    const approve = async (kept: KeptRequest) => {
      const id = await one.keep(kept)
      await one.show(id)
      await one.approve(id)
      return id
    }
    await approve(KEPT)
    const foreign = await approve({ ...KEPT, origin: 'https://other.example' })
    const shown = await one.keep(KEPT)
    await one.show(shown)
    await other.forget(ORIGIN)
    const left = [{ id: foreign }, { id: shown }]
    expect(await storage.get('sessions', 'kept requests')).toMatchObject(left)
  })
})
