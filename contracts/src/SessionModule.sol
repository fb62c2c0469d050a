// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISafe} from "./interfaces/ISafe.sol";
import {ISessionModule} from "./interfaces/ISessionModule.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {P256} from "@openzeppelin/contracts/utils/cryptography/P256.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

/// @title Limited keys for Safes
/// @notice See `ISessionModule`
/// @dev Only a session's hash and its use are stored, in one slot: callers provide the limits again with each call
contract SessionModule is ISessionModule, EIP712("Bullring sessions", "1") {
    using SafeCast for uint256;

    bytes32 private constant CALL_TYPEHASH = keccak256(
        "SessionCall(address account,bytes32 session,address to,uint256 value,bytes data,uint256 nonce,uint256 deadline)"
    );
    bytes32 private constant REVOCATION_TYPEHASH = keccak256("RevokeSession(address account,bytes32 session)");
    /// @dev A Safe's operation; delegate calls are 1
    uint8 private constant CALL = 0;

    mapping(address account => mapping(bytes32 id => State)) private _states;

    /// @inheritdoc ISessionModule
    function grant(Session calldata session) external returns (bytes32 id) {
        require(P256.isValidPublicKey(session.keyX, session.keyY), InvalidKey());
        require(
            session.methods.length != 0 && session.callsPerPeriod != 0 && session.period != 0
                && session.expiresAt > block.timestamp,
            EmptySession()
        );
        for (uint256 i = 0; i < session.methods.length; i++) {
            _requireValidMethod(session.methods[i]);
        }
        id = sessionId(session);
        State storage state = _states[msg.sender][id];
        require(state.status == Status.Unknown, AlreadyGranted(id));
        state.status = Status.Active;
        emit SessionGranted(msg.sender, id, session);
    }

    /// @inheritdoc ISessionModule
    function revoke(bytes32 id) external {
        _revoke(msg.sender, id);
    }

    /// @inheritdoc ISessionModule
    function revokeWithSignature(address account, bytes32 id, bytes calldata signature) external {
        bytes32 hash = revocationHash(account, id);
        require(SignatureChecker.isValidERC1271SignatureNow(account, hash, signature), InvalidSignature());
        _revoke(account, id);
    }

    /// @inheritdoc ISessionModule
    function execute(
        address account,
        Session calldata session,
        Call calldata sessionCall,
        bytes32[2] calldata signature
    ) external returns (bytes memory result) {
        bytes32 id = sessionId(session);
        State storage state = _states[account][id];
        State memory used = state;
        require(used.status == Status.Active, NotActive(id));
        require(block.timestamp < session.expiresAt, Expired(session.expiresAt));
        require(block.timestamp <= sessionCall.deadline, DeadlinePassed(sessionCall.deadline));
        require(sessionCall.nonce == used.nonce, WrongNonce(used.nonce));
        _requireAllowed(session.methods, _methodOf(sessionCall));
        _requireSigned(callHash(account, id, sessionCall), signature, session);
        _use(used, session, sessionCall.value);
        // Written before the call: a call back finds the limits used.
        (state.spent, state.periodStart, state.periodCalls, state.nonce) =
        (used.spent, used.periodStart, used.periodCalls, used.nonce);
        emit SessionCalled(account, id, sessionCall.nonce);
        result = _call(account, sessionCall);
    }

    /// @inheritdoc ISessionModule
    function stateOf(address account, bytes32 id) external view returns (State memory) {
        return _states[account][id];
    }

    /// @inheritdoc ISessionModule
    function sessionId(Session calldata session) public pure returns (bytes32) {
        return keccak256(abi.encode(session));
    }

    /// @inheritdoc ISessionModule
    function callHash(address account, bytes32 id, Call calldata sessionCall) public view returns (bytes32) {
        return _hashTypedDataV4(
            keccak256(
                abi.encode(
                    CALL_TYPEHASH,
                    account,
                    id,
                    sessionCall.to,
                    sessionCall.value,
                    keccak256(sessionCall.data),
                    sessionCall.nonce,
                    sessionCall.deadline
                )
            )
        );
    }

    /// @inheritdoc ISessionModule
    function revocationHash(address account, bytes32 id) public view returns (bytes32) {
        return _hashTypedDataV4(keccak256(abi.encode(REVOCATION_TYPEHASH, account, id)));
    }

    function _revoke(address account, bytes32 id) private {
        _states[account][id].status = Status.Revoked;
        emit SessionRevoked(account, id);
    }

    /// @dev A key that could call the account or this module could give itself more rights
    function _requireValidMethod(bytes32 method) private view {
        address target = address((uint256(method) >> 96).toUint160());
        bool isForeign = target != msg.sender && target != address(this) && target.code.length != 0;
        require(isForeign && uint64(uint256(method)) == 0, InvalidMethod(method));
    }

    function _requireAllowed(bytes32[] calldata methods, bytes32 method) private pure {
        for (uint256 i = 0; i < methods.length; i++) {
            if (methods[i] == method) return;
        }
        revert MethodNotAllowed(method);
    }

    /// @dev Browsers sign SHA-256 of a message
    function _requireSigned(bytes32 hash, bytes32[2] calldata signature, Session calldata session) private view {
        bytes32 digest = sha256(abi.encodePacked(hash));
        bool isValid = P256.verify(digest, signature[0], signature[1], session.keyX, session.keyY);
        require(isValid, InvalidSignature());
    }

    /// @dev Counts a call in `used`
    function _use(State memory used, Session calldata session, uint256 value) private view {
        require(value <= session.valuePerCall, ValuePerCallExceeded(session.valuePerCall));
        uint256 left = session.totalValue - used.spent;
        require(value <= left, TotalValueExceeded(left));
        if (block.timestamp >= uint256(used.periodStart) + session.period) {
            (used.periodStart, used.periodCalls) = (uint48(block.timestamp), 0);
        }
        require(used.periodCalls < session.callsPerPeriod, TooManyCalls(uint256(used.periodStart) + session.period));
        used.spent += value.toUint112();
        used.periodCalls++;
        used.nonce++;
    }

    function _call(address account, Call calldata sessionCall) private returns (bytes memory result) {
        bool success;
        (success, result) = ISafe(account)
            .execTransactionFromModuleReturnData(sessionCall.to, sessionCall.value, sessionCall.data, CALL);
        if (success) return result;
        assembly ("memory-safe") {
            revert(add(result, 32), mload(result))
        }
    }

    /// @dev Data shorter than a selector calls a fallback function, which no session allows
    function _methodOf(Call calldata sessionCall) private pure returns (bytes32) {
        require(sessionCall.data.length >= 4, MethodNotAllowed(bytes32(bytes20(sessionCall.to))));
        return bytes32(abi.encodePacked(sessionCall.to, bytes4(sessionCall.data)));
    }
}
