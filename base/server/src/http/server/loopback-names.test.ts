import { expect, test } from 'vitest'
import { withLoopbackNames } from './loopback-names.ts'

test('names addresses of this machine, and no others', () => {
  const origins = ['http://127.0.0.1:3001', 'https://wallet.example', 'http://10.0.0.1']
  expect(withLoopbackNames(origins)).toEqual([...origins, 'http://localhost:3001'])
  expect(withLoopbackNames(['http://127.0.0.1'])).toEqual(['http://127.0.0.1', 'http://localhost'])
})
