import { type Address, concatHex, encodeErrorResult, type Hex, parseAbi, size, toHex } from 'viem'

const abi = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
])

/** Copies `data`, which is at `offset` of the code, to memory and ends with RETURN (f3) or REVERT (fd). */
function copyAndEnd(data: Hex, offset: number, opcode: '0xf3' | '0xfd'): Hex {
  const length = toHex(size(data), { size: 2 })
  // PUSH2 length, PUSH2 offset, PUSH0, CODECOPY, PUSH2 length, PUSH0
  const at = toHex(offset, { size: 2 })
  return concatHex(['0x61', length, '0x61', at, '0x5f39', '0x61', length, '0x5f', opcode])
}

/** Returns code that answers every call by asking the caller to fetch `urls` (EIP-3668). */
export function offchainLookupCode(sender: Address, urls: readonly string[]): Hex {
  const data = encodeErrorResult({
    abi,
    errorName: 'OffchainLookup',
    args: [sender, urls, '0x1234', '0x12345678', '0x'],
  })
  return concatHex([copyAndEnd(data, 13, '0xfd'), data])
}

/** Returns code that replies `reply` to calls of the function `selector`, and `otherwise` to all others. */
export function replyTo(selector: Hex, reply: Hex, otherwise: Hex): Hex {
  // 14 bytes up to JUMPI, then two branches of 13 bytes with a JUMPDEST between them, then the data.
  const dataAt = 14 + 13 + 1 + 13
  return concatHex([
    '0x5f3560e01c63',
    selector,
    '0x14601b57',
    copyAndEnd(otherwise, dataAt, '0xf3'),
    '0x5b',
    copyAndEnd(reply, dataAt + size(otherwise), '0xf3'),
    otherwise,
    reply,
  ])
}
