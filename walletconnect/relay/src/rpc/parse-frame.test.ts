import { expect, test } from 'vitest'
import { parseFrame } from './parse-frame.ts'

const LARGEST = '18446744073709551615'
const deep = '['.repeat(50_000) + ']'.repeat(50_000)

test('repeats a long id as it was written, however deeply the frame is nested', () => {
  const text = `{"jsonrpc":"2.0","id":${LARGEST},"method":"irn_publish","params":${deep}}`
  expect(parseFrame(text)).toMatchObject({ id: LARGEST, method: 'irn_publish' })
})

test('takes the id of the frame itself', () => {
  const inner = `{"id":18446744073709551614,"text":"\\\\\\"id\\":1"}`
  const text = `{"a":"\\"id\\":7","params":${inner},"id" : ${LARGEST} ,"jsonrpc":"2.0","method":"id","z":[${inner}]}`
  expect(parseFrame(text)).toMatchObject({ id: LARGEST, method: 'id' })
})

test.each(['1e20', '-18446744073709551615', '184467440737095516150', '1.5'])(
  'refuses the id %s',
  (id) => {
    const text = `{"jsonrpc":"2.0","id":${id},"method":"irn_publish"}`
    expect(() => parseFrame(text)).toThrow('Invalid request ID')
  },
)
