import { InvalidRequestError } from '@bullring/approval/errors'
import { ed25519 } from '@noble/curves/ed25519'
import { base58 } from '@scure/base'
import {
  type Address,
  address,
  generateKeyPairSigner,
  type Instruction,
  type KeyPairSigner,
  lamports,
  partiallySignTransaction,
  type TransactionSigner,
} from '@solana/kit'
import {
  getAdvanceNonceAccountInstruction,
  getTransferSolInstruction,
} from '@solana-program/system'
import {
  AccountState,
  getMintEncoder,
  getTokenDecoder,
  getTokenEncoder,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'
import { beforeAll, describe, expect, test } from 'vitest'
import { createApprovingWallet } from '#testing/solana-approvals.ts'
import { buildTransaction, fromBase58, toBase58 } from '#testing/solana-transactions.ts'
import { approveSolana } from './approve-solana.ts'

const SOL = 1_000_000_000n
const FEE = 5_000n

let wallet: Awaited<ReturnType<typeof createApprovingWallet>>
let own: Address
let friend: Address
beforeAll(async () => {
  wallet = await createApprovingWallet()
  own = address(wallet.wallet.solana)
  friend = (await generateKeyPairSigner()).address
})

/** The account as the library expects signers; the wallet signs later. */
function signerOf(account: Address): TransactionSigner {
  return { address: account, signTransactions: () => Promise.reject(new Error('not called')) }
}

const transfer = (from: Address, to: Address, amount: bigint): Instruction =>
  getTransferSolInstruction({ source: signerOf(from), destination: to, amount: lamports(amount) })

async function signAll(transactions: string[]): Promise<readonly string[]> {
  const request = { method: 'solana_signAllTransactions', params: { transactions } } as const
  const reply = await approveSolana(wallet.context, request)
  return (reply as { transactions: readonly string[] }).transactions
}

async function sign(transaction: string): Promise<string> {
  const request = { method: 'solana_signTransaction', params: { transaction } } as const
  return ((await approveSolana(wallet.context, request)) as { transaction: string }).transaction
}

function createNetwork(account: Address): LiteSVM {
  const network = new LiteSVM()
  network.airdrop(account, lamports(10n * SOL))
  return network
}

/** Returns the error that the network reports, null when it has executed the transaction. */
function execute(network: LiteSVM, transaction: string): string | null {
  const result = network.sendTransaction(fromBase58(transaction))
  return result instanceof FailedTransactionMetadata ? String(result.err()) : null
}

describe('solana_signTransaction', () => {
  test.each(['legacy', 0] as const)(
    'a transfer by a message of version %s is executed',
    async (version) => {
      const network = createNetwork(own)
      const instructions = [transfer(own, friend, SOL / 2n)]
      const blockhash = network.latestBlockhash()
      const unsigned = buildTransaction({ feePayer: own, instructions, version, blockhash })
      expect(execute(network, await sign(toBase58(unsigned)))).toBeNull()
      expect(network.getBalance(friend)).toBe(SOL / 2n)
      expect(network.getBalance(own)).toBe(10n * SOL - SOL / 2n - FEE)
    },
  )

  test('the network refuses what was changed after it was signed', async () => {
    const network = createNetwork(own)
    const instructions = [transfer(own, friend, SOL / 2n)]
    const blockhash = network.latestBlockhash()
    const signed = base58.decode(
      await sign(toBase58(buildTransaction({ feePayer: own, instructions, blockhash }))),
    )
    const last = signed.length - 2
    signed[last] = (signed[last] ?? 0) ^ 1
    expect(execute(network, base58.encode(signed))).not.toBeNull()
    expect(network.getBalance(friend)).toBeNull()
  })

  test('another account pays the fee, and its signature is kept', async () => {
    const payer = await generateKeyPairSigner()
    const network = createNetwork(own)
    network.airdrop(payer.address, lamports(SOL))
    const blockhash = network.latestBlockhash()
    const instructions = [transfer(own, friend, SOL)]
    const unsigned = buildTransaction({ feePayer: payer.address, instructions, blockhash })
    const half = await partiallySignTransaction([payer.keyPair], unsigned)
    expect(execute(network, await sign(toBase58(half)))).toBeNull()
    expect(network.getBalance(own)).toBe(9n * SOL)
    expect(network.getBalance(payer.address)).toBe(SOL - 2n * FEE)
    expect(wallet.shown.at(-1)?.subject).toMatchObject({
      transactions: [{ feePayer: payer.address }],
    })
  })

  test('sends tokens', async () => {
    const network = createNetwork(own)
    const [mint, source, destination] = await Promise.all([
      generateKeyPairSigner(),
      generateKeyPairSigner(),
      generateKeyPairSigner(),
    ])
    addMint(network, mint)
    addTokens(network, { account: source, mint, owner: own, amount: 1_000_000n })
    addTokens(network, { account: destination, mint, owner: friend, amount: 0n })
    const instruction = getTransferCheckedInstruction({
      source: source.address,
      mint: mint.address,
      destination: destination.address,
      authority: signerOf(own),
      amount: 250_000n,
      decimals: 6,
    })
    const blockhash = network.latestBlockhash()
    const unsigned = buildTransaction({ feePayer: own, instructions: [instruction], blockhash })
    expect(execute(network, await sign(toBase58(unsigned)))).toBeNull()
    expect(tokensOf(network, destination.address)).toBe(250_000n)
    expect(wallet.shown.at(-1)?.subject).toMatchObject({
      transactions: [
        {
          instructions: [
            { kind: 'token-transfer', amount: 250_000n, decimals: 6, mint: mint.address },
          ],
        },
      ],
    })
  })

  test('error: refuses a transaction that needs no signature of this wallet', async () => {
    const unsigned = buildTransaction({
      feePayer: friend,
      instructions: [transfer(friend, own, 1n)],
    })
    await expect(sign(toBase58(unsigned))).rejects.toThrow(
      'The transaction does not need the signature of this wallet.',
    )
  })

  test('error: refuses what is no transaction', async () => {
    const good = base58.decode(
      toBase58(buildTransaction({ feePayer: own, instructions: [transfer(own, friend, 1n)] })),
    )
    const refused: readonly [string, string][] = [
      ['', 'The transaction is not complete.'],
      ['0OIl', 'The transaction is not in base58.'],
      ['1'.repeat(1_233), 'The transaction is too long.'],
      ['z'.repeat(100_000), 'The transaction is too long.'],
      [base58.encode(good.subarray(0, -1)), 'The transaction is not complete.'],
      [base58.encode(Uint8Array.from([...good, 0])), 'The transaction is not valid.'],
      // Two signatures, one signer.
      [
        base58.encode(
          Uint8Array.from([
            2,
            ...good.subarray(1, 65),
            ...new Uint8Array(64),
            ...good.subarray(65),
          ]),
        ),
        'The transaction does not have one signature per signer.',
      ],
      // A version that does not exist yet.
      [
        base58.encode(Uint8Array.from([...good.subarray(0, 65), 0x81, ...good.subarray(66)])),
        'This wallet does not know the version of the transaction.',
      ],
    ]
    for (const [text, message] of refused) {
      await expect(sign(text)).rejects.toThrow(message)
      await expect(sign(text)).rejects.toThrow(InvalidRequestError)
    }
  })

  test('error: refuses a transaction that names a signer twice', async () => {
    const legacy = base58.decode(
      toBase58(
        buildTransaction({
          feePayer: own,
          instructions: [transfer(own, friend, 1n)],
          version: 'legacy',
        }),
      ),
    )
    // The second account becomes the first one.
    const firstKey = 65 + 4
    legacy.copyWithin(firstKey + 32, firstKey, firstKey + 32)
    await expect(sign(base58.encode(legacy))).rejects.toThrow(
      'The transaction names an account twice.',
    )
  })
})

test('shows the Solana account also while the app uses an EVM chain', async () => {
  const context = { ...wallet.context, chain: 56 }
  const transaction = toBase58(
    buildTransaction({ feePayer: own, instructions: [transfer(own, friend, 1n)] }),
  )
  await approveSolana(context, { method: 'solana_signTransaction', params: { transaction } })
  expect(wallet.shown.at(-1)).toMatchObject({ account: own, network: { name: 'Solana' } })
})

describe('solana_signAllTransactions', () => {
  test('signs all with one approval', async () => {
    const network = createNetwork(own)
    const blockhash = network.latestBlockhash()
    const transactions = [1n, 2n, 3n].map((amount) =>
      toBase58(
        buildTransaction({
          feePayer: own,
          instructions: [transfer(own, friend, amount * SOL)],
          blockhash,
        }),
      ),
    )
    const before = wallet.shown.length
    const signed = await signAll(transactions)
    expect(wallet.shown.length - before).toBe(1)
    expect(signed.map((each) => execute(network, each))).toEqual([null, null, null])
    expect(network.getBalance(friend)).toBe(6n * SOL)
  })

  test('error: refuses all when one of them is not for this wallet', async () => {
    const transactions = [own, friend].map((from) =>
      toBase58(buildTransaction({ feePayer: from, instructions: [transfer(from, own, 1n)] })),
    )
    await expect(signAll(transactions)).rejects.toThrow(InvalidRequestError)
    await expect(signAll([])).rejects.toThrow(InvalidRequestError)
    const many = Array<string>(21).fill(transactions[0] ?? '')
    await expect(signAll(many)).rejects.toThrow('20 transactions')
  })
})

describe('solana_signMessage', () => {
  const signMessage = (bytes: Uint8Array, pubkey: string = own) =>
    approveSolana(wallet.context, {
      method: 'solana_signMessage',
      params: { message: base58.encode(bytes), pubkey },
    })

  test('returns a signature that verifies', async () => {
    const bytes = new TextEncoder().encode('Sign in to app.example')
    const { signature } = (await signMessage(bytes)) as { signature: string }
    expect(ed25519.verify(base58.decode(signature), bytes, base58.decode(own))).toBe(true)
  })

  test('error: refuses the message of a transaction: its signature would be valid for it', async () => {
    for (const version of ['legacy', 0] as const) {
      const { messageBytes } = buildTransaction({
        feePayer: own,
        instructions: [transfer(own, friend, SOL)],
        version,
      })
      await expect(signMessage(new Uint8Array(messageBytes))).rejects.toThrow(
        'The message is a transaction',
      )
    }
    // Of a version that this wallet does not know.
    await expect(signMessage(Uint8Array.of(0x81, 1, 2))).rejects.toThrow(
      'The message is a transaction',
    )
  })

  test('error: refuses other accounts, long texts and what is not in base58', async () => {
    await expect(signMessage(Uint8Array.of(1), friend)).rejects.toThrow('another account')
    for (const message of ['0', 'z'.repeat(20_000)]) {
      const request = { method: 'solana_signMessage', params: { message, pubkey: own } } as const
      await expect(approveSolana(wallet.context, request)).rejects.toThrow(InvalidRequestError)
    }
  })
})

test('shows that a transaction does not expire', async () => {
  const nonce = getAdvanceNonceAccountInstruction({
    nonceAccount: friend,
    nonceAuthority: signerOf(own),
  })
  await sign(toBase58(buildTransaction({ feePayer: own, instructions: [nonce] })))
  expect(wallet.shown.at(-1)?.subject).toMatchObject({
    transactions: [{ instructions: [{ kind: 'nonce', account: friend }] }],
  })
})

function addMint(network: LiteSVM, mint: KeyPairSigner): void {
  const data = getMintEncoder().encode({
    mintAuthority: null,
    supply: 1_000_000n,
    decimals: 6,
    isInitialized: true,
    freezeAuthority: null,
  })
  addAccount(network, mint.address, new Uint8Array(data))
}

type TestTokens = { account: KeyPairSigner; mint: KeyPairSigner; owner: Address; amount: bigint }

function addTokens(network: LiteSVM, { account, mint, owner, amount }: TestTokens): void {
  const data = getTokenEncoder().encode({
    mint: mint.address,
    owner,
    amount,
    delegate: null,
    state: AccountState.Initialized,
    isNative: null,
    delegatedAmount: 0n,
    closeAuthority: null,
  })
  addAccount(network, account.address, new Uint8Array(data))
}

function addAccount(network: LiteSVM, account: Address, data: Uint8Array): void {
  network.setAccount({
    address: account,
    data,
    executable: false,
    lamports: lamports(network.minimumBalanceForRentExemption(BigInt(data.length))),
    programAddress: TOKEN_PROGRAM_ADDRESS,
    space: BigInt(data.length),
  })
}

function tokensOf(network: LiteSVM, account: Address): bigint {
  const found = network.getAccount(account)
  if (!found.exists) throw new Error('no account')
  return getTokenDecoder().decode(found.data).amount
}
