import { expect, test } from 'vitest'
import { findCode } from './find-code.ts'

/** Sees one text after the other, and nothing after the last one. */
function detectorOf(...texts: (string | null)[]) {
  const detect = () => {
    const text = texts.shift() ?? null
    return Promise.resolve(text === null ? [] : [{ rawValue: text }])
  }
  return { detect }
}

const picture = {} as HTMLVideoElement

test('goes on after a code that is not taken, and ends at the one that is', async () => {
  const seen: string[] = []
  const onCode = (text: string) => {
    seen.push(text)
    return text === 'new'
  }
  const detector = detectorOf(null, 'tried', 'tried', null, 'new', 'newer')
  await findCode({ detector, picture, onCode }, new AbortController().signal)
  expect(seen).toEqual(['tried', 'tried', 'new'])
})

test('ends with the signal, and reports nothing that is seen afterwards', async () => {
  const closing = new AbortController()
  const seen: string[] = []
  const onCode = (text: string) => {
    seen.push(text)
    closing.abort()
    return false
  }
  const detector = detectorOf('first', 'second')
  await findCode({ detector, picture, onCode }, closing.signal)
  expect(seen).toEqual(['first'])
})
