import { CreateReferResponse } from '@bullring/wire/game-api/create-refer'
import { ReferCodeResponse } from '@bullring/wire/game-api/refer-code'
import { Problem } from '@bullring/wire/http/problem'
import { parse } from '@bullring/wire/parse'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Post } from '../testing/create-test-app.ts'
import { createTestApp } from '../testing/create-test-app.ts'
import type { TestDatabase } from '../testing/create-test-database.ts'
import { createTestDatabase } from '../testing/create-test-database.ts'
import { referralsOperations } from './referrals.operations.ts'
import { findInviter, findReferCode, recordReferral } from './referrals.queries.ts'

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const CAROL = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

let database: TestDatabase
let post: Post

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
  const { db } = database
  const routes = referralsOperations({
    findInviter: (code) => findInviter(db, code),
    recordReferral: (account, code) => recordReferral(db, account, code),
    findReferCode: (account) => findReferCode(db, account),
  })
  post = createTestApp(routes)
})

beforeEach(async () => {
  await database.db.deleteFrom('referrals').execute()
  await database.db.deleteFrom('refer_codes').execute()
})

afterAll(() => database.drop())

const codeOf = async (address: string) =>
  parse(ReferCodeResponse, await (await post('/api/refer-code', { user_address: address })).json())

const refer = (code: string, address: string) =>
  post('/api/create_refer', { refer_code: code, user_address: address })

const createReferral = async (code: string, address: string) =>
  parse(CreateReferResponse, await (await refer(code, address)).json())

const problem = async (response: Response) => {
  const { status, code } = parse(Problem, await response.json())
  return [status, code]
}

describe('POST /api/refer-code', () => {
  test('creates one stable code per account', async () => {
    const { refer_code: code, referred } = await codeOf(ALICE)
    expect(code).toMatch(/^[0-9a-z]{10}$/)
    expect(referred).toBe(0)
    expect(await codeOf(ALICE.toLowerCase())).toEqual({ refer_code: code, referred: 0 })
    expect((await codeOf(BOB)).refer_code).not.toBe(code)
  })

  test('returns one code to concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => codeOf(ALICE)))
    expect(new Set(responses.map((response) => response.refer_code)).size).toBe(1)
  })
})

describe('POST /api/create_refer', () => {
  test('records who invited an account; repeating is idempotent', async () => {
    const { refer_code: code } = await codeOf(ALICE)
    const response = { refer_code: code, user_address: BOB }
    expect(await createReferral(code, BOB.toLowerCase())).toEqual({ ...response, created: true })
    expect(await createReferral(code, BOB)).toEqual({ ...response, created: false })
    expect((await codeOf(ALICE)).referred).toBe(1)
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
