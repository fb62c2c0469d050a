import { stringToBytes } from 'viem'
import { expect, test } from 'vitest'
import { readMessage } from './read-message.ts'

test.each([
  'app.example wants you to sign in with your Ethereum account:',
  'https://app.example wants you to sign in with your Ethereum account:',
])('reads the site of "%s"', (text) => {
  expect(readMessage(stringToBytes(text), '0x').signInDomain).toBe('app.example')
})
