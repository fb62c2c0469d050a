import { expect, test } from 'vitest'
import { allowsLoopback } from './allows-loopback.ts'

const allows = (isLocal: boolean, publicOrigin: string | null) =>
  allowsLoopback({ chain: { isLocal }, http: { publicOrigin } } as Parameters<
    typeof allowsLoopback
  >[0])

test('this machine is a target on a local chain that only it plays on', () => {
  expect(allows(true, null)).toBe(true)
  expect(allows(true, 'http://localhost:3000')).toBe(true)
})

test('error: it is none on a public chain, and none of a published game with play money', () => {
  expect(allows(false, null)).toBe(false)
  expect(allows(false, 'http://localhost:3000')).toBe(false)
  expect(allows(true, 'https://play.example')).toBe(false)
})
