import { parseAbi } from 'viem'

export const factoryAbi = parseAbi([
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address proxy)',
  'function proxyCreationCode() pure returns (bytes)',
])

export const safeAbi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function isModuleEnabled(address module) view returns (bool)',
  'function getOwners() view returns (address[])',
])

export const moduleSetupAbi = parseAbi(['function enableModules(address[] modules)'])

export const moduleAbi = parseAbi([
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
  'function executeUserOpWithErrorString(address to, uint256 value, bytes data, uint8 operation)',
])

export const multiSendAbi = parseAbi(['function multiSend(bytes transactions) payable'])
