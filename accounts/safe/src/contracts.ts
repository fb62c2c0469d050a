import { entryPoint07Address } from 'viem/account-abstraction'

/**
 * The contracts of a smart account, at the same addresses on every chain (CREATE2): EntryPoint 0.7, Safe 1.4.1
 * and Safe4337Module 0.3.0.
 */
export const CONTRACTS = {
  /** Runs user operations (ERC-4337). */
  entryPoint: entryPoint07Address,
  /** Deploys accounts. */
  proxyFactory: '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67',
  /** The code that accounts delegate to. */
  safe: '0x41675C099F32341bf84BFc5382aF534df5C7461a',
  /** Enables the module while an account is deployed. */
  moduleSetup: '0x2dd68b007B46fBe91B9A7c3EDa5A7a1063cB5b47',
  /** Lets the EntryPoint run operations of an account, and checks its signatures (ERC-1271). */
  module: '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226',
  /** Runs several calls at once. Refuses delegate calls. */
  multiSend: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
} as const

/** Hash of the creation code of an account's proxy (`SafeProxy` 1.4.1), with `CONTRACTS.safe` as its argument. */
export const PROXY_CREATION_HASH =
  '0x76733d705f71b79841c0ee960a0ca880f779cde7ef446c989e6d23efc0a4adfb'

/** Hash of the code of a deployed account's proxy. */
export const PROXY_CODE_HASH = '0xd7d408ebcd99b2b70be43e20253d6d92a8ea8fab29bd3be7f55b10032331fb4c'

/**
 * The module for session keys (`contracts/src/SessionModule.sol`), at the same address on every chain that has it. Not
 * part of an account: the first session enables it.
 */
export const SESSION_MODULE = '0x0252f812FF4307Cb55EAF15f9845f36c97A5Cc5C'
