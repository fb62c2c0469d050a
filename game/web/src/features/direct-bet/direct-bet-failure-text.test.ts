import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { OutcomeUnknownError } from '@bullring/wallet-kit/outcome-unknown-error'
import { TransactionReplacedError } from '@bullring/wallet-kit/transaction-replaced-error'
import {
  BaseError,
  encodeErrorResult,
  HttpRequestError,
  InsufficientFundsError,
  UserRejectedRequestError,
} from 'viem'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loadFailure } from '#chain/contract/load-failure.ts'
import { BetQueuedError } from '#chain/safe/bet-queued-error.ts'
import { openSafe } from '#chain/safe/open-safe.ts'
import { setSafe } from '#chain/safe/safe.ts'
import { messagesIn } from '#i18n/language.ts'
import { minedRevert, notConnectedError, revertedCall } from '#testing/test-failures.ts'
import { directBetFailureText, safeFailureText } from './direct-bet-failure-text.ts'
import { DIRECT_FAILURE_MESSAGES } from './direct-bet-messages.ts'

const MESSAGES = messagesIn(DIRECT_FAILURE_MESSAGES, 'zh-CN')

const CLAIM_REVERTED = '合约执行失败：可能没有可领取的奖金，或已经领取'
const rejected = new UserRejectedRequestError(new Error('no'))

/** The contract's refusal of an epoch that is not open. */
function epochNotOpen(functionName: 'betBull' | 'claim') {
  const args = [12n, 13n] as const
  const data = encodeErrorResult({ abi: predictionAbi, errorName: 'EpochNotOpen', args })
  return revertedCall(functionName, data)
}

const noBet = encodeErrorResult({
  abi: predictionAbi,
  errorName: 'NoBet',
  args: [12n, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
})

type Action = Parameters<typeof directBetFailureText>[1]

/** The text of an error as the log shows it. */
async function failureText(error: unknown, action: Action) {
  return directBetFailureText(await loadFailure(error), action, MESSAGES)
}

describe('directBetFailureText', () => {
  test('says that a bet on the round waits in Safe already', () => {
    const text = '你在这一轮的下注已在 Safe 的队列中'
    expect(safeFailureText(new BetQueuedError(), MESSAGES)).toEqual({ level: 'info', text })
    expect(safeFailureText(new Error('x'), MESSAGES)).toBeNull()
  })

  test.each(['bet', 'claim'] as const)('points to the queue in Safe, for a %s', async (action) => {
    openSafe(window)
    onTestFinished(() => setSafe(null))
    expect(await failureText(new OutcomeUnknownError(), action)).toEqual({
      level: 'info',
      text: 'Safe 中可能仍有这个请求，再次发送前请先查看 Safe 的队列',
    })
  })

  test.each([
    rejected,
    new BaseError('failed', { cause: rejected }),
    new Error('MetaMask Tx Signature: User denied transaction signature.'),
    new Error('ACTION_REJECTED'),
    { code: 4001, message: 'no' },
    { code: 5000, message: 'no' },
    { code: -32_603, data: { message: 'user rejected transaction' } },
  ])('a rejection is an info, not an error: %s', async (error) => {
    const message = { level: 'info', text: '用户取消了交易' }
    expect(await failureText(error, 'bet')).toEqual(message)
    expect(await failureText(error, 'claim')).toEqual(message)
    expect(await failureText(error, 'switch')).toEqual(message)
  })

  test.each([
    ['bet', '余额不足', new InsufficientFundsError()],
    ['claim', '余额不足', new Error('insufficient funds for gas * price + value')],
    ['bet', 'Gas 不足', new Error('gas required exceeds allowance (0)')],
    ['claim', 'Gas 不足', new Error('err: gas required exceeds: insufficient funds')],
    ['claim', CLAIM_REVERTED, epochNotOpen('claim')],
    ['claim', CLAIM_REVERTED, new Error('execution reverted')],
    ['bet', '失败: execution reverted', new Error('execution reverted')],
    ['bet', '失败: 轮次 #12 不接受下注，当前开放的是轮次 #13', epochNotOpen('betBull')],
    [
      'bet',
      '失败: NoBet(12, 0x70997970C51812dc3A010C7d01b50e0d17dc79C8)',
      revertedCall('betBull', noBet),
    ],
    ['bet', '失败: 合约拒绝了这笔交易，轮次可能已锁定或结束', minedRevert('betBull')],
    ['claim', CLAIM_REVERTED, minedRevert('claim')],
    ['bet', '钱包发送了另一笔交易，原交易没有执行', new TransactionReplacedError()],
    ['bet', '尚不清楚这笔交易是否已执行，再次发送前请先在钱包中查看', new OutcomeUnknownError()],
    ['bet', '请先连接钱包', notConnectedError()],
    ['switch', '失败: Chain is not supported', new Error('Chain is not supported')],
    ['claim', '失败: the node is down', new BaseError('the node is down')],
    ['bet', '失败: down', { code: -32_000, message: 'down' }],
    ['bet', '余额不足', { code: -32_603, data: { message: 'insufficient funds for gas' } }],
    ['bet', '失败: 未知错误', new Error('')],
    ['claim', '失败: 未知错误', undefined],
  ] as const)('%s: %s', async (action, text, error) => {
    expect(await failureText(error, action)).toEqual({ level: 'error', text })
  })

  test.each([
    [false, '失败: 没有网络连接，交易没有发送'],
    [true, '失败: 没有网络连接。交易已经发送，仍可能完成'],
  ])('a node that does not respond, after the wallet has sent: %s', async (wasSent, text) => {
    const failure = await loadFailure(
      new HttpRequestError({ url: 'http://127.0.0.1/rpc', body: {} }),
    )
    expect(directBetFailureText(failure, 'claim', MESSAGES, wasSent).text).toBe(text)
  })
})
