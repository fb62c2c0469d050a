import { formatUnits } from '@bullring/prediction/decimal'
import { type Account, type Address, encodeDeployData, type Hex, type PublicClient } from 'viem'
import { readArtifact } from './artifact.ts'

/** Estimates the current cost of a deployment, as a text. */
export async function deploymentCost(
  client: PublicClient,
  account: Account | Address,
  { name, args, coin }: { name: string; args: readonly unknown[]; coin: string },
): Promise<string> {
  const { abi, bytecode } = readArtifact(name)
  const data = encodeDeployData({ abi, bytecode, args })
  return await costOf(client, { account, data }, coin)
}

/** Estimates the current cost of a transaction, as a text. */
export async function costOf(
  client: PublicClient,
  transaction: { account: Account | Address; to?: Address; data: Hex },
  coin: string,
): Promise<string> {
  const [gas, gasPrice] = await Promise.all([client.estimateGas(transaction), client.getGasPrice()])
  return `about ${formatUnits(gas * gasPrice, 18)} ${coin} (${gas} gas)`
}
