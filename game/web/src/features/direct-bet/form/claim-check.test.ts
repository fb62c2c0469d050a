import { toEpoch } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { messagesIn } from '#i18n/language.ts'
import { DIRECT_BET_MESSAGES } from '../direct-bet-messages.ts'
import { checkClaimEpoch } from './claim-check.ts'

const MESSAGES = messagesIn(DIRECT_BET_MESSAGES, 'zh-CN')

const epochs = [toEpoch(7n), toEpoch(9n)]

describe('checkClaimEpoch', () => {
  test('accepts a new epoch', () => {
    expect(checkClaimEpoch(epochs, ' 8 ', MESSAGES)).toEqual({ kind: 'added', epoch: 8n })
    expect(checkClaimEpoch(epochs, '８', MESSAGES)).toEqual({ kind: 'added', epoch: 8n })
  })

  test.each(['9', '7', ' 9'])('error: "%s" is a duplicate', (text) => {
    const result = checkClaimEpoch(epochs, text, MESSAGES)
    expect(result).toEqual({ kind: 'problem', text: `轮次 #${text.trim()} 已添加` })
  })

  test.each(['', 'x', '1.5', '-1', '0', '1e3', '0x10', '08', '9'.repeat(19)])(
    'error: "%s" is no valid integer',
    (text) => {
      const result = checkClaimEpoch(epochs, text, MESSAGES)
      expect(result).toEqual({ kind: 'problem', text: '请输入有效的整数轮次' })
    },
  )
})
