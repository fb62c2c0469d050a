import { accountAddress } from '@bullring/smart-account/account-address'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import type { ApprovalContext } from './approval-context.ts'
import { approveTransaction } from './approve-transaction.ts'

const ME = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const context = { chain: 31_337, session: { wallet: { evm: ME } } } as unknown as ApprovalContext

test('error: refuses to have the key run transactions of its smart account', async () => {
  const abi = parseAbi(['function approveHash(bytes32 hash)'])
  const data = encodeFunctionData({ abi, args: [`0x${'ab'.repeat(32)}`] })
  const sent = approveTransaction(context, [{ from: ME, to: accountAddress(ME), data }])
  await expect(sent).rejects.toThrow('who controls the account')
})
