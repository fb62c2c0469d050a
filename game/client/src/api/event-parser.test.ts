import { describe, expect, test } from 'vitest'
import { createEventParser } from './event-parser.ts'

const STREAM =
  ': comment\nid: 7\nevent: price\ndata: {"a":1}\n\nevent: heartbeat\r\ndata: {}\r\n\r\ndata: one\rdata: two\r\rid: 9\n\n'
const EVENTS = [
  { name: 'price', data: '{"a":1}', id: '7' },
  { name: 'heartbeat', data: '{}', id: null },
  { name: 'message', data: 'one\ntwo', id: null },
]

describe('createEventParser', () => {
  test.each([1, 2, 3, 7, 1_000])('reads events that come in pieces of %i characters', (length) => {
    const parser = createEventParser()
    const pieces = STREAM.match(new RegExp(`[\\s\\S]{1,${length}}`, 'g')) ?? []
    expect(pieces.flatMap((piece) => parser.push(piece))).toEqual(EVENTS)
  })

  test('keeps an event that has not ended', () => {
    const parser = createEventParser()
    expect(parser.push('event: round\ndata: 1\n')).toEqual([])
    expect(parser.push('\n')).toEqual([{ name: 'round', data: '1', id: null }])
  })
})
