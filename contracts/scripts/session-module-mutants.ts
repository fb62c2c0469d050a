import type { Mutant } from './mutants.ts'

/** Faults of `SessionModule.sol` that a test must detect, in the order of the contract. */
export const sessionModuleMutants: readonly Mutant[] = [
  {
    fault: 'session: accepts keys that are no points',
    search: 'require(P256.isValidPublicKey(session.keyX, session.keyY), InvalidKey());',
    replace: '',
  },
  {
    fault: 'session: accepts sessions without methods',
    search: 'session.methods.length != 0 && ',
    replace: '',
  },
  {
    fault: 'session: accepts sessions without calls',
    search: 'session.callsPerPeriod != 0 && ',
    replace: '',
  },
  {
    fault: 'session: accepts sessions that have ended',
    search: 'session.expiresAt > block.timestamp',
    replace: 'session.expiresAt >= block.timestamp',
  },
  {
    fault: 'session: checks the first method only',
    search: '_requireValidMethod(session.methods[i]);',
    replace: '_requireValidMethod(session.methods[0]);',
  },
  {
    fault: 'session: grants a revoked session again',
    search: 'require(state.status == Status.Unknown, AlreadyGranted(id));',
    replace: 'require(state.status != Status.Active, AlreadyGranted(id));',
  },
  {
    fault: 'session: anyone may revoke with any signature',
    search:
      'require(SignatureChecker.isValidERC1271SignatureNow(account, hash, signature), InvalidSignature());',
    replace: 'hash; signature;',
  },
  {
    fault: 'session: executes sessions that are not active',
    search: 'require(used.status == Status.Active, NotActive(id));',
    replace: 'require(used.status != Status.Unknown, NotActive(id));',
  },
  {
    fault: 'session: executes sessions that were never granted',
    search: 'require(used.status == Status.Active, NotActive(id));',
    replace: 'require(used.status != Status.Revoked, NotActive(id));',
  },
  {
    fault: 'session: executes in the second of the expiry',
    search: 'require(block.timestamp < session.expiresAt,',
    replace: 'require(block.timestamp <= session.expiresAt,',
  },
  {
    fault: 'session: refuses a call in the second of its deadline',
    search: 'require(block.timestamp <= sessionCall.deadline,',
    replace: 'require(block.timestamp < sessionCall.deadline,',
  },
  {
    fault: 'session: executes late calls',
    search:
      'require(block.timestamp <= sessionCall.deadline, DeadlinePassed(sessionCall.deadline));',
    replace: '',
  },
  {
    fault: 'session: executes replayed calls',
    search: 'require(sessionCall.nonce == used.nonce, WrongNonce(used.nonce));',
    replace: '',
  },
  {
    fault: 'session: executes any method',
    search: '_requireAllowed(session.methods, _methodOf(sessionCall));',
    replace: '',
  },
  {
    fault: 'session: executes calls that no one signed',
    search: '_requireSigned(callHash(account, id, sessionCall), signature, session);',
    replace: '',
  },
  {
    fault: 'session: forgets what was spent',
    search: 'used.spent += value.toUint112();',
    replace: '',
  },
  {
    fault: 'session: forgets the calls of a period',
    search: 'used.periodCalls++;',
    replace: '',
  },
  { fault: 'session: forgets the nonce', search: 'used.nonce++;', replace: '' },
  {
    fault: 'session: the signature does not cover the account',
    search: '                    account,\n                    id,\n',
    replace: '                    address(0),\n                    id,\n',
  },
  {
    fault: 'session: the signature does not cover the session',
    search: '                    account,\n                    id,\n',
    replace: '                    account,\n                    bytes32(0),\n',
  },
  {
    fault: 'session: the signature does not cover the value',
    search: '                    sessionCall.value,\n',
    replace: '                    uint256(0),\n',
  },
  {
    fault: 'session: the signature does not cover the data',
    search: 'keccak256(sessionCall.data),',
    replace: 'bytes32(0),',
  },
  {
    fault: 'session: the signature does not cover the deadline',
    search: '                    sessionCall.deadline\n',
    replace: '                    uint256(0)\n',
  },
  {
    fault: 'session: a revocation does not name the session',
    search: 'abi.encode(REVOCATION_TYPEHASH, account, id)',
    replace: 'abi.encode(REVOCATION_TYPEHASH, account, bytes32(0))',
  },
  {
    fault: 'session: allows methods of the account',
    search: 'target != msg.sender && ',
    replace: '',
  },
  {
    fault: 'session: allows methods of the module',
    search: 'target != address(this) && ',
    replace: '',
  },
  {
    fault: 'session: allows methods of addresses without code',
    search: ' && target.code.length != 0;',
    replace: ';',
  },
  {
    fault: 'session: ignores the last bytes of a method',
    search: 'isForeign && uint64(uint256(method)) == 0',
    replace: 'isForeign',
  },
  {
    fault: 'session: ignores the value per call',
    search: 'require(value <= session.valuePerCall, ValuePerCallExceeded(session.valuePerCall));',
    replace: '',
  },
  {
    fault: 'session: the value per call must be more than is sent',
    search: 'require(value <= session.valuePerCall,',
    replace: 'require(value < session.valuePerCall,',
  },
  {
    fault: 'session: ignores the total',
    search: 'require(value <= left, TotalValueExceeded(left));',
    replace: '',
  },
  {
    fault: 'session: a period ends one second late',
    search: 'block.timestamp >= uint256(used.periodStart)',
    replace: 'block.timestamp > uint256(used.periodStart)',
  },
  {
    fault: 'session: allows one more call per period',
    search: 'used.periodCalls < session.callsPerPeriod',
    replace: 'used.periodCalls <= session.callsPerPeriod',
  },
  {
    fault: 'session: makes delegate calls',
    search: 'CALL = 0;',
    replace: 'CALL = 1;',
  },
  {
    fault: 'session: counts calls that failed',
    search: 'if (success) return result;',
    replace: 'return result;',
  },
  {
    fault: 'session: allows data without a selector',
    search:
      'require(sessionCall.data.length >= 4, MethodNotAllowed(bytes32(bytes20(sessionCall.to))));',
    replace: '',
  },
]
