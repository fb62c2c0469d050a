import type { CustodyClient } from '#services/custody-client.ts'
import type { VaultClient } from '#services/vault-client.ts'

/** Tells the vault which address the core has made the wallet's: after a change, and after one that was undone. */
export async function finishEmailChange(
  { custody, vault }: { custody: CustodyClient; vault: VaultClient },
  token: string,
): Promise<void> {
  const { receipt } = await custody.readEmailReceipt(token)
  if (receipt !== null) await vault.finishEmailUpdate(receipt)
}
