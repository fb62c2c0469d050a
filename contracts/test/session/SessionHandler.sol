// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISessionModule} from "../../src/interfaces/ISessionModule.sol";
import {Cheats} from "../Vm.sol";
import {P256} from "@openzeppelin/contracts/utils/cryptography/P256.sol";

/// @notice Takes coins and counts calls
contract Sink {
    uint256 public calls;

    function take() external payable {
        calls++;
    }
}

/// @notice Handler of the invariant tests of `SessionModule`: a Safe that grants and revokes, its keys, and strangers. Each
/// call of a key is made with any value at any time, and this contract predicts whether the module accepts it
contract SessionHandler is Cheats {
    uint256 private constant KEYS = 3;

    ISessionModule private immutable module;
    address private immutable safe;
    address private immutable prediction;
    Sink public immutable sink = new Sink();

    bytes32[] public ids;
    ISessionModule.Session[] private sessions;
    mapping(bytes32 id => uint256) private keyOf;
    mapping(bytes32 id => bool) private isRevoked;
    mapping(bytes32 id => uint256) private spent;
    mapping(bytes32 id => uint256) private periodEnd;
    mapping(bytes32 id => uint256) private periodCalls;

    constructor(ISessionModule module_, address safe_, address prediction_) {
        (module, safe, prediction) = (module_, safe_, prediction_);
    }

    function sessionCount() external view returns (uint256) {
        return ids.length;
    }

    function sessionAt(uint256 index) external view returns (ISessionModule.Session memory) {
        return sessions[index];
    }

    function grant(uint256 seed, uint64 perCall, uint64 total, uint8 calls, uint16 period, uint16 duration) external {
        ISessionModule.Session memory session = _session(seed);
        (session.valuePerCall, session.totalValue) = (perCall, total);
        session.callsPerPeriod = uint32(bound(calls, 1, 5));
        session.period = uint32(bound(period, 1, 1 hours));
        session.expiresAt = uint48(block.timestamp + bound(duration, 1, 1 days));
        bytes32 id = module.sessionId(session);
        if (keyOf[id] != 0) return;
        vm.prank(safe);
        module.grant(session);
        keyOf[id] = 1 + seed % KEYS;
        ids.push(id);
        sessions.push(session);
    }

    function revoke(uint256 index) external {
        if (ids.length == 0) return;
        bytes32 id = ids[index % ids.length];
        vm.prank(safe);
        module.revoke(id);
        isRevoked[id] = true;
    }

    function wait(uint16 duration) external {
        vm.warp(block.timestamp + duration);
    }

    function call(uint256 index, uint256 seed, bool isLarge) external {
        if (ids.length == 0) return;
        index %= ids.length;
        (bytes32 id, ISessionModule.Session memory session) = (ids[index], sessions[index]);
        uint256 value = isLarge ? bound(seed, 0, type(uint64).max) : bound(seed, 0, session.valuePerCall);
        ISessionModule.Call memory sessionCall = _call(id, value);
        bytes32[2] memory signature = _sign(keyOf[id], id, sessionCall);
        bool isExpected = _isAllowed(id, session, value);
        try module.execute(safe, session, sessionCall, signature) {
            assertTrue(isExpected, "refused by the rules");
            _count(id, session, value);
        } catch {
            assertTrue(!isExpected, "allowed by the rules");
        }
    }

    /// @dev Never works: another key, another method, another session's limits
    function attack(uint256 index, uint256 kind) external {
        if (ids.length == 0) return;
        index %= ids.length;
        (bytes32 id, ISessionModule.Session memory session) = (ids[index], sessions[index]);
        ISessionModule.Call memory sessionCall = _call(id, 0);
        uint256 key = keyOf[id];
        if (kind % 4 == 0) key = KEYS + 1;
        if (kind % 4 == 1) (sessionCall.to, sessionCall.data) = (prediction, hex"57fb096f");
        if (kind % 4 == 2) sessionCall.nonce++;
        if (kind % 4 == 3) session.expiresAt++;
        bytes32[2] memory signature = _sign(key, id, sessionCall);
        try module.execute(safe, session, sessionCall, signature) {
            assertTrue(false, "attack worked");
        } catch {}
    }

    function _session(uint256 seed) private view returns (ISessionModule.Session memory session) {
        (uint256 x, uint256 y) = vm.publicKeyP256(1 + seed % KEYS);
        (session.keyX, session.keyY) = (bytes32(x), bytes32(y));
        session.methods = new bytes32[](1);
        session.methods[0] = bytes32(abi.encodePacked(address(sink), Sink.take.selector));
    }

    function _call(bytes32 id, uint256 value) private view returns (ISessionModule.Call memory) {
        return ISessionModule.Call({
            to: address(sink),
            value: value,
            data: abi.encodeCall(Sink.take, ()),
            nonce: module.stateOf(safe, id).nonce,
            deadline: block.timestamp
        });
    }

    function _sign(uint256 key, bytes32 id, ISessionModule.Call memory sessionCall)
        private
        view
        returns (bytes32[2] memory signature)
    {
        bytes32 digest = sha256(abi.encodePacked(module.callHash(safe, id, sessionCall)));
        (bytes32 r, bytes32 s) = vm.signP256(key, digest);
        signature[0] = r;
        signature[1] = uint256(s) > P256.N / 2 ? bytes32(P256.N - uint256(s)) : s;
    }

    function _isAllowed(bytes32 id, ISessionModule.Session memory session, uint256 value) private view returns (bool) {
        bool isInTime = !isRevoked[id] && block.timestamp < session.expiresAt;
        bool isInPeriod = block.timestamp >= periodEnd[id] || periodCalls[id] < session.callsPerPeriod;
        bool isPaid = value <= safe.balance;
        return
            isInTime && isInPeriod && isPaid && value <= session.valuePerCall && spent[id] + value <= session.totalValue;
    }

    function _count(bytes32 id, ISessionModule.Session memory session, uint256 value) private {
        if (block.timestamp >= periodEnd[id]) (periodEnd[id], periodCalls[id]) = (block.timestamp + session.period, 0);
        periodCalls[id]++;
        spent[id] += value;
    }
}
