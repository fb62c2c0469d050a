import {
  type Address,
  encodeAbiParameters,
  encodePacked,
  type Hex,
  keccak256,
  parseAbiParameters,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

const PARAMETERS = parseAbiParameters('bytes result, uint64 expires, bytes signature')

/**
 * Signs a result for one resolver contract and one call, as `NameResolver.answerHash` hashes them.
 *
 * @param expires - Unix seconds.
 */
export async function signAnswer(
  key: Hex,
  { sender, call, result, expires }: { sender: Address; call: Hex; result: Hex; expires: number },
): Promise<Hex> {
  const hash = keccak256(
    encodePacked(
      ['bytes2', 'address', 'uint64', 'bytes32', 'bytes32'],
      ['0x1900', sender, BigInt(expires), keccak256(call), keccak256(result)],
    ),
  )
  const signature = await privateKeyToAccount(key).sign({ hash })
  return encodeAbiParameters(PARAMETERS, [result, BigInt(expires), signature])
}
