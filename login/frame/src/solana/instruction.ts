/** An account of a transaction; null when it is in a lookup table that was not read. */
export type AccountName = string | null

/** An amount of tokens. The mint and its decimals are known only if the instruction names them. */
export type TokenAmount = { amount: bigint; mint: AccountName; decimals: number | null }

/** Right over a token account or a mint that changes hands. */
export type TokenRight = 'owner' | 'close' | 'mint' | 'freeze' | 'other'

/** Effect of an instruction, as far as the wallet knows it. */
export type Instruction =
  | { kind: 'transfer'; from: AccountName; to: AccountName; lamports: bigint }
  | { kind: 'account'; payer: AccountName; account: AccountName; program: string; lamports: bigint }
  | { kind: 'assignment'; account: AccountName; program: string }
  | { kind: 'nonce'; account: AccountName }
  | ({
      kind: 'token-transfer'
      source: AccountName
      destination: AccountName
      authority: AccountName
    } & TokenAmount)
  | ({
      kind: 'token-approval'
      source: AccountName
      delegate: AccountName
      authority: AccountName
    } & TokenAmount)
  | ({ kind: 'token-burn'; source: AccountName; authority: AccountName } & TokenAmount)
  | { kind: 'token-revocation'; source: AccountName }
  | { kind: 'token-right'; account: AccountName; right: TokenRight; holder: string | null }
  | { kind: 'token-close'; account: AccountName; destination: AccountName }
  | { kind: 'token-account'; account: AccountName; owner: AccountName; mint: AccountName }
  | { kind: 'memo'; text: string }
  | { kind: 'compute-limit'; units: number }
  | { kind: 'compute-price'; microLamports: bigint }
  | { kind: 'compute-other' }
  | { kind: 'unknown'; program: string; accounts: readonly AccountName[]; data: Uint8Array }

/** An instruction with its accounts by name. */
export type RawInstruction = {
  program: string
  accounts: readonly AccountName[]
  data: Uint8Array
}
