import { CreateReferResponse, referralMessage } from '@bullring/game-api/create-refer'
import { ReferCodeResponse } from '@bullring/game-api/refer-code'
import type { SigningGame } from '@bullring/game-api/signed-text'
import { toBytes } from '@bullring/server/db/bytes'
import { RateLimiter } from '@bullring/server/http/rate-limit'
import { Problem } from '@bullring/wire/http/problem'
import { parse } from '@bullring/wire/parse'
import type { Address, Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { isProven } from '../http/prove-account.ts'
import type { Post } from '../testing/create-test-app.ts'
import { createTestApp } from '../testing/create-test-app.ts'
import type { TestDatabase } from '../testing/database/create-test-database.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { createReferCodes } from './refer-codes.ts'
import { referralsOperations } from './referrals.operations.ts'
import { recordReferral } from './referrals.queries.ts'

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** Account 2 of the local chain's well-known mnemonic. */
const BOB_ACCOUNT = privateKeyToAccount(
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
)
const BOB = BOB_ACCOUNT.address
const CAROL = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

const GAME: SigningGame = { chainId: 31_337, market: ALICE, publicOrigin: 'https://play.example' }

let database: TestDatabase
let post: Post
let signedIn: Address | null = null
let referrals: RateLimiter

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
  const { db } = database
  const routes = referralsOperations({
    codes: createReferCodes({ db, reads: db }),
    isProven: (_, { account, referCode, signature }) => {
      const message = referralMessage(referCode, account, GAME)
      return isProven({ account, message, signature, signedIn })
    },
    recordReferral: (referral) => recordReferral(db, referral),
    takeReferral: () => referrals.take('caller', 0),
  })
  post = createTestApp(routes)
})

beforeEach(async () => {
  signedIn = null
  referrals = new RateLimiter(50)
  await database.db.deleteFrom('referrals').execute()
  await database.db.deleteFrom('refer_codes').execute()
})

afterAll(() => database.drop())

const codeOf = async (address: string) =>
  parse(ReferCodeResponse, await (await post('/api/refer-code', { user_address: address })).json())

const refer = (code: string, address: string, signature?: Hex) =>
  post('/api/create_refer', { refer_code: code, user_address: address, signature })

const createReferral = async (code: string, address: string, signature?: Hex) =>
  parse(CreateReferResponse, await (await refer(code, address, signature)).json())

const signByBob = (code: string, game = GAME) =>
  BOB_ACCOUNT.signMessage({ message: referralMessage(code, BOB, game) })

const problem = async (response: Response) => {
  const { status, code } = parse(Problem, await response.json())
  return [status, code]
}

/** As versions before the computed codes stored one at an account's first request. */
const storeRandomCode = (account: Address, code: string) =>
  database.db
    .insertInto('refer_codes')
    .values({ account: toBytes(account), refer_code: code })
    .execute()

describe('POST /api/refer-code', () => {
  test('computes one code per account and stores nothing', async () => {
    const { refer_code: code, referred } = await codeOf(ALICE)
    expect(code).toMatch(/^[0-9a-z]{40}$/)
    expect(referred).toBe(0)
    expect(await codeOf(ALICE.toLowerCase())).toEqual({
      refer_code: code,
      referred: 0,
      proven: 0,
    })
    expect((await codeOf(BOB)).refer_code).not.toBe(code)
    expect(await database.db.selectFrom('refer_codes').selectAll().execute()).toEqual([])
  })

  test('returns the code that an earlier version stored', async () => {
    await storeRandomCode(ALICE, 'mvyxaxvdz5')
    expect(await codeOf(ALICE)).toEqual({ refer_code: 'mvyxaxvdz5', referred: 0, proven: 0 })
  })
})

describe('POST /api/create_refer', () => {
  test('records who invited an account; repeating is idempotent', async () => {
    const { refer_code: code } = await codeOf(ALICE)
    const response = { refer_code: code, user_address: BOB }
    expect(await createReferral(code, BOB.toLowerCase())).toEqual({
      ...response,
      created: true,
      proven: false,
    })
    expect(await createReferral(code, BOB)).toEqual({ ...response, created: false, proven: false })
    expect((await codeOf(ALICE)).referred).toBe(1)
  })

  test('counts a computed code and a code that a node of an earlier version stored later', async () => {
    const { refer_code: computed } = await codeOf(ALICE)
    await storeRandomCode(ALICE, 'mvyxaxvdz5')
    expect(await createReferral(computed, BOB)).toMatchObject({ refer_code: 'mvyxaxvdz5' })
    expect(await createReferral('mvyxaxvdz5', CAROL)).toMatchObject({ created: true })
    expect(await codeOf(ALICE)).toMatchObject({ refer_code: 'mvyxaxvdz5', referred: 2 })
  })

  test('error: records no referrals without limit for one caller', async () => {
    const { refer_code: code } = await codeOf(ALICE)
    const statuses: number[] = []
    for (let account = 1; account <= 60; account += 1) {
      statuses.push((await refer(code, `0x${account.toString(16).padStart(40, '0')}`)).status)
    }
    expect(statuses).toContain(429)
    const rows = await database.db.selectFrom('referrals').select('account').execute()
    expect(rows.length).toBeLessThanOrEqual(50)
  })

  test('keeps the first code of an account', async () => {
    const { refer_code: first } = await codeOf(ALICE)
    const { refer_code: second } = await codeOf(CAROL)
    await createReferral(first, BOB)
    expect(await createReferral(second, BOB)).toMatchObject({ refer_code: first, created: false })
    expect((await codeOf(CAROL)).referred).toBe(0)
  })

  test('records one of two concurrent codes', async () => {
    const codes = [(await codeOf(ALICE)).refer_code, (await codeOf(CAROL)).refer_code]
    const responses = await Promise.all(codes.map((code) => createReferral(code, BOB)))
    expect(responses.filter(({ created }) => created)).toHaveLength(1)
    expect(new Set(responses.map((response) => response.refer_code)).size).toBe(1)
  })

  test('replaces an unproven referral by a proven one, never the reverse', async () => {
    const [unproven, proven, late] = [
      (await codeOf(ALICE)).refer_code,
      (await codeOf(CAROL)).refer_code,
      (await codeOf('0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65')).refer_code,
    ]
    await createReferral(unproven, BOB)
    const signature = await signByBob(proven)
    const stored = { refer_code: proven, proven: true }
    expect(await createReferral(proven, BOB, signature)).toMatchObject({ ...stored, created: true })
    expect(await createReferral(unproven, BOB)).toMatchObject({ ...stored, created: false })
    expect(await createReferral(late, BOB, await signByBob(late))).toMatchObject(stored)
    expect(await codeOf(ALICE)).toMatchObject({ referred: 0, proven: 0 })
    expect(await codeOf(CAROL)).toMatchObject({ referred: 1, proven: 1 })
  })

  test('takes the account that is signed in as proof', async () => {
    const { refer_code: code } = await codeOf(ALICE)
    signedIn = CAROL
    expect(await createReferral(code, BOB)).toMatchObject({ proven: false })
    signedIn = BOB
    expect(await createReferral(code, BOB)).toMatchObject({ proven: true, created: true })
  })

  test('error: rejects the signature of another account or code', async () => {
    const { refer_code: code } = await codeOf(ALICE)
    const wrong = [401, 'account.wrong-signature']
    expect(await problem(await refer(code, CAROL, await signByBob(code)))).toEqual(wrong)
    expect(await problem(await refer(code, BOB, await signByBob('other')))).toEqual(wrong)
    expect(await problem(await refer(code, BOB, `0x${'12'.repeat(31)}`))).toEqual(wrong)
    const wrapped: Hex = `0x${'12'.repeat(64)}${'6492'.repeat(16)}`
    expect(await problem(await refer(code, BOB, wrapped))).toEqual(wrong)
    expect((await codeOf(ALICE)).referred).toBe(0)
  })

  test.each<[string, Partial<SigningGame>]>([
    ['chain', { chainId: 56 }],
    ['market', { market: CAROL }],
    ['site', { publicOrigin: null }],
  ])('error: rejects a signature for another %s', async (_, other) => {
    const { refer_code: code } = await codeOf(ALICE)
    const signature = await signByBob(code, { ...GAME, ...other })
    expect(await problem(await refer(code, BOB, signature))).toEqual([
      401,
      'account.wrong-signature',
    ])
  })

  test('error: rejects an account’s own code', async () => {
    const { refer_code: code } = await codeOf(ALICE)
    expect(await problem(await refer(code, ALICE.toLowerCase()))).toEqual([
      409,
      'referral.own-code',
    ])
    expect((await codeOf(ALICE)).referred).toBe(0)
  })

  test('error: rejects an unknown and a malformed code', async () => {
    expect(await problem(await refer('unknown', BOB))).toEqual([404, 'referral.unknown-code'])
    expect(await problem(await refer('a b', BOB))).toEqual([422, 'wire.invalid-message'])
  })
})
