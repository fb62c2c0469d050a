import {
  AccountRole,
  address,
  generateKeyPairSigner,
  type Instruction,
  lamports,
  type TransactionSigner,
} from '@solana/kit'
import {
  getAdvanceNonceAccountInstruction,
  getAssignInstruction,
  getCreateAccountInstruction,
  getTransferSolInstruction,
} from '@solana-program/system'
import {
  AuthorityType,
  getApproveCheckedInstruction,
  getApproveInstruction,
  getBurnInstruction,
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstructionAsync,
  getRevokeInstruction,
  getSetAuthorityInstruction,
  getTransferCheckedInstruction,
  getTransferInstruction,
} from '@solana-program/token'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { describeTransaction } from '#rpc/approve-solana.ts'
import { readWireTransaction } from '#solana/read-transaction.ts'
import { buildTransaction, toBase58 } from '#testing/solana-transactions.ts'
import { SolanaApproval } from './solana-approval.tsx'

const MINT = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')
const SPENDER = address('9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM')
const PLACE = address('4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T')
const OWN = address('HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk')
const FRIEND = address('2ojv9BAiHUrvsm9gxDe7fJSzbNZSJcxZvf8dqmWGHG8S')
const own: TransactionSigner = {
  address: OWN,
  signTransactions: () => Promise.reject(new Error('not called')),
}

let stranger: TransactionSigner
beforeAll(async () => {
  stranger = await generateKeyPairSigner()
})

type Shown = { instructions: readonly Instruction[]; feePayer?: string }

/** Returns the page that a request with these transactions shows. */
function show(...transactions: readonly Shown[]): Document {
  const described = transactions.map(({ instructions, feePayer = OWN }, index) => {
    const wire = readWireTransaction(toBase58(buildTransaction({ feePayer, instructions })))
    return describeTransaction(wire, index + 1)
  })
  const subject = { kind: 'solana' as const, transactions: described, isSent: false }
  const request = {
    origin: 'https://app.example',
    account: OWN,
    network: { chainId: 0, name: 'Solana', coin: { symbol: 'SOL', decimals: 9 } },
    subject,
    isSessionTemporary: false,
  }
  const shown = { id: 1, request, isWorking: false, approve: () => {}, reject: () => {} }
  const html = renderToStaticMarkup(<SolanaApproval shown={shown} subject={subject} />)
  return new DOMParser().parseFromString(html, 'text/html')
}

/** Returns title and whether it is a warning, and the rest of each step. */
function stepsOf(page: Document) {
  return [...page.querySelectorAll('li')].map((step) => ({
    title: step.querySelector('h3')?.textContent,
    isRisky: step.querySelector('svg') !== null,
    text: step.textContent,
  }))
}

const token = { source: PLACE, mint: MINT, decimals: 6 }

describe('SolanaApproval', () => {
  test.each<[string, boolean, () => Instruction | Promise<Instruction>]>([
    [
      'Send 0.5 SOL',
      false,
      () =>
        getTransferSolInstruction({
          source: own,
          destination: FRIEND,
          amount: lamports(500_000_000n),
        }),
    ],
    [
      'Receive 1 SOL',
      false,
      () =>
        getTransferSolInstruction({
          source: stranger,
          destination: OWN,
          amount: lamports(1_000_000_000n),
        }),
    ],
    [
      'Create an account',
      false,
      () =>
        getCreateAccountInstruction({
          payer: own,
          newAccount: stranger,
          lamports: 2_000_000n,
          space: 165,
          programAddress: SPENDER,
        }),
    ],
    [
      'Give away your account',
      true,
      () => getAssignInstruction({ account: own, programAddress: SPENDER }),
    ],
    [
      'No expiry',
      true,
      () => getAdvanceNonceAccountInstruction({ nonceAccount: PLACE, nonceAuthority: own }),
    ],
    [
      'Send 2.5 tokens',
      false,
      () =>
        getTransferCheckedInstruction({
          ...token,
          destination: FRIEND,
          authority: own,
          amount: 2_500_000n,
        }),
    ],
    [
      'Send 2,500,000 units of a token',
      false,
      () =>
        getTransferInstruction({
          source: PLACE,
          destination: FRIEND,
          authority: own,
          amount: 2_500_000n,
        }),
    ],
    [
      'Let an app spend up to 2.5 tokens',
      true,
      () =>
        getApproveCheckedInstruction({
          ...token,
          delegate: SPENDER,
          owner: own,
          amount: 2_500_000n,
        }),
    ],
    [
      'Let an app spend all your tokens of one kind',
      true,
      () =>
        getApproveInstruction({
          source: PLACE,
          delegate: SPENDER,
          owner: own,
          amount: 2n ** 64n - 1n,
        }),
    ],
    [
      'End an app’s access to a token',
      false,
      () => getRevokeInstruction({ source: PLACE, owner: own }),
    ],
    [
      'Destroy 5 units of a token',
      true,
      () => getBurnInstruction({ account: PLACE, mint: MINT, authority: own, amount: 5n }),
    ],
    [
      'Give away a token account',
      true,
      () =>
        getSetAuthorityInstruction({
          owned: PLACE,
          owner: own,
          authorityType: AuthorityType.AccountOwner,
          newAuthority: SPENDER,
        }),
    ],
    [
      'Change who may create tokens',
      true,
      () =>
        getSetAuthorityInstruction({
          owned: MINT,
          owner: own,
          authorityType: AuthorityType.MintTokens,
          newAuthority: null,
        }),
    ],
    [
      'Close a token account',
      false,
      () => getCloseAccountInstruction({ account: PLACE, destination: OWN, owner: own }),
    ],
    [
      'Close a token account',
      true,
      () => getCloseAccountInstruction({ account: PLACE, destination: SPENDER, owner: own }),
    ],
    [
      'Create a token account',
      false,
      () =>
        getCreateAssociatedTokenIdempotentInstructionAsync({
          payer: own,
          owner: FRIEND,
          mint: MINT,
        }),
    ],
    ['Call a program', true, () => callOf([1, 2, 3])],
  ])('shows "%s" (a warning: %s)', async (title, isRisky, create) => {
    const [step] = stepsOf(show({ instructions: [await create()] }))
    expect(step).toMatchObject({ title, isRisky })
  })

  test('names the accounts that are not the user’s', () => {
    const instructions = [
      getTransferSolInstruction({ source: own, destination: FRIEND, amount: lamports(1n) }),
    ]
    const [step] = stepsOf(show({ instructions }))
    expect(step?.text).toContain(`To${FRIEND}`)
    expect(step?.text).not.toContain(OWN)
  })

  test('names what is invisible in a note', () => {
    const memo: Instruction = {
      programAddress: address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
      data: new TextEncoder().encode('Rent \u202Efor <b>May</b>'),
    }
    const page = show({ instructions: [memo] })
    expect(stepsOf(page)[0]?.text).toContain('Rent ⟨U+202E⟩for <b>May</b>')
  })

  test('counts the priority fee, and hides the instructions that set it', () => {
    const budget = address('ComputeBudget111111111111111111111111111111')
    const instructions: Instruction[] = [
      // 100,000 units at 1 lamport each.
      { programAddress: budget, data: Uint8Array.of(2, 0xa0, 0x86, 1, 0) },
      { programAddress: budget, data: Uint8Array.of(3, 0x40, 0x42, 0x0f, 0, 0, 0, 0, 0) },
    ]
    const page = show({ instructions })
    expect(stepsOf(page)).toEqual([])
    expect(page.body.textContent).toContain('at most 0.000105 SOL')
  })

  test('says that another account pays the fee', () => {
    const instructions = [
      getTransferSolInstruction({ source: own, destination: FRIEND, amount: lamports(1n) }),
    ]
    const page = show({ instructions, feePayer: stranger.address })
    expect(page.body.textContent).toContain(`Network fee is paid by${stranger.address}`)
  })

  test('shows each of several transactions', () => {
    const instructions = [callOf([])]
    const page = show({ instructions }, { instructions })
    const titles = [...page.querySelectorAll('h2')].map(({ textContent }) => textContent)
    expect(titles).toEqual(['Transaction 1 of 2', 'Transaction 2 of 2'])
    expect(page.querySelector('h1')?.textContent).toBe('This site wants you to sign 2 transactions')
  })

  test.each([
    ['shorter', [2, 0, 0, 0, 1]],
    ['longer', [2, 0, 0, 0, ...new Uint8Array(9)]],
  ])('a transfer whose data is %s than known is an unknown call', (_, data) => {
    const instruction: Instruction = {
      programAddress: address('11111111111111111111111111111111'),
      accounts: [
        { address: OWN, role: AccountRole.WRITABLE_SIGNER },
        { address: FRIEND, role: AccountRole.WRITABLE },
      ],
      data: Uint8Array.from(data),
    }
    expect(stepsOf(show({ instructions: [instruction] }))[0]?.title).toBe('Call a program')
  })
})

function callOf(data: readonly number[]): Instruction {
  return { programAddress: SPENDER, data: Uint8Array.from(data) }
}
