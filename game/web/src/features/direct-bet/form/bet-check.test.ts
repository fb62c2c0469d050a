import { toEpoch } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { messagesIn } from '#i18n/language.ts'
import { DIRECT_BET_MESSAGES } from '../direct-bet-messages.ts'
import { checkBet } from './bet-check.ts'

const MESSAGES = messagesIn(DIRECT_BET_MESSAGES, 'zh-CN')

const input = { walletProblem: null, epoch: '12', amount: '0.001', closing: null }

describe('checkBet', () => {
  test('parses epoch and amount', () => {
    expect(checkBet(input, MESSAGES)).toEqual({ kind: 'ready', epoch: 12n, amount: 10n ** 15n })
  })

  test('accepts a decimal comma', () => {
    expect(checkBet({ ...input, amount: '0,5' }, MESSAGES)).toMatchObject({
      kind: 'ready',
      amount: 5n * 10n ** 17n,
    })
  })

  test('another round than the closing one is left to the contract', () => {
    expect(checkBet({ ...input, closing: toEpoch(11n) }, MESSAGES).kind).toBe('ready')
  })

  test.each([
    ['wallet', '请先连接钱包', { walletProblem: '请先连接钱包', epoch: '', amount: '' }],
    ['epoch', '请输入轮次', { epoch: ' ', amount: '' }],
    ['epoch', '轮次必须是有效的整数', { epoch: '1.5' }],
    ['epoch', '轮次必须是有效的整数', { epoch: '-3' }],
    ['epoch', '轮次 #12 即将锁定，来不及批准下注', { closing: toEpoch(12n) }],
    ['amount', '请输入有效的下注金额', { amount: '0' }],
    ['amount', '请输入有效的下注金额', { amount: '-1' }],
    ['amount', '请输入有效的下注金额', { amount: '' }],
    ['amount', '请输入有效的下注金额', { amount: 'abc' }],
    ['amount', '请输入有效的下注金额', { amount: '9'.repeat(60) }],
  ])('%s: %s', (field, text, change) => {
    expect(checkBet({ ...input, ...change }, MESSAGES)).toEqual({ kind: 'problem', field, text })
  })
})
