// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISessionModule} from "../../src/interfaces/ISessionModule.sol";
import {Sessions} from "./Sessions.sol";

/// @notice Sessions that an account can grant, and their end
contract SessionModuleGrantTest is Sessions {
    function test_grant_storesAndAnnouncesTheSession() public {
        ISessionModule.Session memory session = betting();
        bytes32 id = keccak256(abi.encode(session));
        assertTrue(module.sessionId(session) == id, "id");
        vm.expectEmit(address(module));
        emit ISessionModule.SessionGranted(safe, id, session);
        assertTrue(grant(session) == id, "returned id");
        ISessionModule.State memory state = module.stateOf(safe, id);
        assertTrue(state.status == ISessionModule.Status.Active, "active");
        assertEq(uint256(state.spent) + state.periodStart + state.periodCalls + state.nonce, 0);
    }

    function test_grant_isForTheCallerOnly() public {
        bytes32 id = grant(betting());
        assertTrue(module.stateOf(address(this), id).status == ISessionModule.Status.Unknown, "no other account");
    }

    function test_grant_refusesASessionTwiceAndAfterItsRevocation() public {
        ISessionModule.Session memory session = betting();
        bytes32 id = grant(session);
        expectNoGrant(session, abi.encodeWithSelector(ISessionModule.AlreadyGranted.selector, id));
        vm.prank(safe);
        module.revoke(id);
        expectNoGrant(session, abi.encodeWithSelector(ISessionModule.AlreadyGranted.selector, id));
    }

    function testFuzz_grant_refusesKeysThatAreNoPoints(bytes32 x, bytes32 y) public {
        ISessionModule.Session memory session = betting();
        (session.keyX, session.keyY) = (x, y);
        expectNoGrant(session, abi.encodeWithSelector(ISessionModule.InvalidKey.selector));
    }

    function test_grant_refusesSessionsWithoutUse() public {
        bytes memory empty = abi.encodeWithSelector(ISessionModule.EmptySession.selector);
        ISessionModule.Session memory session = betting();
        session.methods = new bytes32[](0);
        expectNoGrant(session, empty);
        session = betting();
        session.callsPerPeriod = 0;
        expectNoGrant(session, empty);
        session = betting();
        session.period = 0;
        expectNoGrant(session, empty);
        session = betting();
        session.expiresAt = uint48(block.timestamp);
        expectNoGrant(session, empty);
        session.expiresAt++;
        grant(session);
    }

    function test_grant_refusesMethodsOfTheAccountAndOfTheModule() public {
        expectInvalidMethod(methodOf(safe, bytes4(0x12345678)));
        expectInvalidMethod(methodOf(address(module), ISessionModule.grant.selector));
        expectInvalidMethod(methodOf(ALICE, bytes4(0x12345678)));
        expectInvalidMethod(methodOf(address(prediction), prediction.claim.selector) | bytes32(uint256(1)));
        expectInvalidMethod(methodOf(address(prediction), prediction.claim.selector) | bytes32(uint256(1 << 63)));
    }

    function test_revoke_endsASessionOfTheCallerOnly() public {
        ISessionModule.Session memory session = betting();
        bytes32 id = grant(session);
        module.revoke(id);
        execute(session, bullCall(id, 1, PER_CALL));
        vm.expectEmit(address(module));
        emit ISessionModule.SessionRevoked(safe, id);
        vm.prank(safe);
        module.revoke(id);
        assertTrue(module.stateOf(safe, id).status == ISessionModule.Status.Revoked, "revoked");
        expectRefusal(session, bullCall(id, 1, PER_CALL), abi.encodeWithSelector(ISessionModule.NotActive.selector, id));
    }

    function test_revoke_beforeTheGrantPreventsIt() public {
        ISessionModule.Session memory session = betting();
        bytes32 id = module.sessionId(session);
        vm.prank(safe);
        module.revoke(id);
        expectNoGrant(session, abi.encodeWithSelector(ISessionModule.AlreadyGranted.selector, id));
    }

    function test_revokeWithSignature_needsTheAccountsSignature() public {
        ISessionModule.Session memory session = betting();
        bytes32 id = grant(session);
        bytes memory signature = ownerSignature(SAFE_OWNER, module.revocationHash(safe, id));
        module.revokeWithSignature(safe, id, signature);
        assertTrue(module.stateOf(safe, id).status == ISessionModule.Status.Revoked, "revoked");
    }

    function test_revokeWithSignature_refusesOthers() public {
        bytes32 id = grant(betting());
        bytes memory foreign = ownerSignature(KEY, module.revocationHash(safe, id));
        vm.expectRevert(ISessionModule.InvalidSignature.selector);
        module.revokeWithSignature(safe, id, foreign);
        bytes memory other = ownerSignature(SAFE_OWNER, module.revocationHash(safe, bytes32(uint256(id) ^ 1)));
        vm.expectRevert(ISessionModule.InvalidSignature.selector);
        module.revokeWithSignature(safe, id, other);
        bytes memory elsewhere = ownerSignature(SAFE_OWNER, module.revocationHash(ALICE, id));
        vm.expectRevert(ISessionModule.InvalidSignature.selector);
        module.revokeWithSignature(safe, id, elsewhere);
        // An account without code signs nothing.
        vm.expectRevert(ISessionModule.InvalidSignature.selector);
        module.revokeWithSignature(vm.addr(SAFE_OWNER), id, other);
        assertTrue(module.stateOf(safe, id).status == ISessionModule.Status.Active, "active");
    }

    function testFuzz_methods_areCheckedOneByOne(uint8 count, uint8 index, uint64 dirt) public {
        uint256 length = bound(count, 1, 20);
        uint256 wrong = bound(index, 0, length - 1);
        ISessionModule.Session memory session = betting();
        session.methods = new bytes32[](length);
        for (uint256 i = 0; i < length; i++) {
            session.methods[i] = methodOf(address(prediction), bytes4(uint32(i)));
        }
        if (dirt == 0) {
            grant(session);
            return;
        }
        session.methods[wrong] |= bytes32(uint256(dirt));
        expectNoGrant(session, abi.encodeWithSelector(ISessionModule.InvalidMethod.selector, session.methods[wrong]));
    }

    function expectInvalidMethod(bytes32 method) private {
        ISessionModule.Session memory session = betting();
        session.methods[1] = method;
        expectNoGrant(session, abi.encodeWithSelector(ISessionModule.InvalidMethod.selector, method));
    }

    function expectNoGrant(ISessionModule.Session memory session, bytes memory revertData) private {
        vm.expectRevert(revertData);
        vm.prank(safe);
        module.grant(session);
    }

    /// @dev Signature that the Safe's ERC-4337 module accepts for a hash: the owner's signature of a Safe message (EIP-712)
    function ownerSignature(uint256 key, bytes32 hash) private view returns (bytes memory) {
        bytes32 domain = keccak256(
            abi.encode(keccak256("EIP712Domain(uint256 chainId,address verifyingContract)"), block.chainid, safe)
        );
        bytes32 message = keccak256(abi.encode(keccak256("SafeMessage(bytes message)"), keccak256(abi.encode(hash))));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, keccak256(abi.encodePacked(hex"1901", domain, message)));
        return abi.encodePacked(r, s, v);
    }
}
