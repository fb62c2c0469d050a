import { SwitchChainError, UserRejectedRequestError } from 'viem'
import { describe, expect, test } from 'vitest'
import { afterFailedSwitch } from './switch-network.ts'

const said = (code: number) => Object.assign(new Error('wallet'), { code })

describe('afterFailedSwitch', () => {
  test.each([
    ['the wallet does not know the network', new SwitchChainError(said(4902)), 'add'],
    ['an internal error', new SwitchChainError(said(-32_603)), 'add'],
    ['the same with its sign lost', new SwitchChainError(said(32_603)), 'add'],
    ['WalletConnect’s refusal', new SwitchChainError(said(5_000)), 'add'],
    ['the visitor says no', new UserRejectedRequestError(said(4_001)), 'stop'],
    ['wagmi added it in vain', new UserRejectedRequestError(said(-32_602)), 'unsupported'],
    ['another error', new SwitchChainError(said(-32_000)), 'stop'],
    ['an error without a code', new SwitchChainError(new Error('boom')), 'stop'],
    ['no error at all', 'boom', 'stop'],
  ])('%s', (_, error, next) => expect(afterFailedSwitch(error)).toBe(next))
})
