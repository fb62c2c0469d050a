// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {NameResolver} from "../src/NameResolver.sol";
import {INameGateway} from "../src/interfaces/INameGateway.sol";
import {Cheats} from "./Vm.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @notice Only fresh answers count, signed by the gateway for this contract and this request
contract NameResolverTest is Cheats {
    uint256 private constant KEY = 0xA11CE;
    uint256 private constant ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;
    string private constant URL = "https://names.example/{sender}/{data}.json";
    address private constant OWNER = address(0xBEEF);
    uint64 private constant NOW = 1_800_000_000;

    NameResolver private resolver;
    bytes private name = hex"05616c69636504746573740000";
    bytes private data = abi.encodeWithSignature("addr(bytes32)", bytes32(uint256(1)));

    function setUp() public {
        vm.warp(NOW);
        resolver = new NameResolver(OWNER, URL, vm.addr(KEY));
    }

    function test_resolver_sendsClientsToTheGateway() public {
        bytes memory request = abi.encodeCall(INameGateway.resolve, (name, data));
        expectLookup(request, NameResolver.resolveCallback.selector);
        resolver.resolve(name, data);
        expectLookup(request, NameResolver.resolveWithGatewaysCallback.selector);
        resolver.resolveWithGateways(name, data, new string[](1));
        bytes memory account = abi.encodePacked(address(this));
        expectLookup(
            abi.encodeCall(INameGateway.reverse, (account, 60)), NameResolver.reverseWithGatewaysCallback.selector
        );
        resolver.reverseWithGateways(account, 60, new string[](0));
    }

    function testFuzz_resolver_returnsWhatTheGatewaySigned(
        bytes calldata request,
        bytes calldata record,
        uint64 expires
    ) public view {
        uint64 end = uint64(bound(expires, NOW, type(uint64).max));
        bytes memory answer = sign(KEY, address(resolver), end, request, abi.encode(record));
        assertTrue(keccak256(resolver.resolveCallback(answer, request)) == keccak256(record), "record");
        (bytes memory same, address by) = resolver.resolveWithGatewaysCallback(answer, request);
        assertTrue(keccak256(same) == keccak256(record) && by == address(resolver), "record and resolver");
        (string memory text,, address reverseBy) = resolver.reverseWithGatewaysCallback(answer, request);
        assertTrue(keccak256(bytes(text)) == keccak256(record) && reverseBy == address(resolver), "name");
    }

    function testFuzz_resolver_refusesOtherSigners(uint256 seed, bytes calldata request) public {
        uint256 key = bound(seed, 1, ORDER - 1);
        if (key == KEY) return;
        bytes memory answer = sign(key, address(resolver), NOW, request, abi.encode(bytes("record")));
        vm.expectRevert(abi.encodeWithSelector(NameResolver.WrongSigner.selector, vm.addr(key)));
        resolver.resolveCallback(answer, request);
    }

    function testFuzz_resolver_refusesExpiredAnswers(uint64 seed, bytes calldata request) public {
        uint64 expires = uint64(bound(seed, 0, NOW - 1));
        bytes memory answer = sign(KEY, address(resolver), expires, request, abi.encode(bytes("record")));
        vm.expectRevert(abi.encodeWithSelector(NameResolver.AnswerExpired.selector, expires));
        resolver.resolveCallback(answer, request);
        vm.expectRevert(abi.encodeWithSelector(NameResolver.AnswerExpired.selector, expires));
        resolver.resolveWithGatewaysCallback(answer, request);
        vm.expectRevert(abi.encodeWithSelector(NameResolver.AnswerExpired.selector, expires));
        resolver.reverseWithGatewaysCallback(answer, request);
    }

    function testFuzz_resolver_refusesAnswersForAnotherResolverOrRequest(address other, bytes calldata request) public {
        if (other == address(resolver)) return;
        bytes memory foreign = sign(KEY, other, NOW, request, abi.encode(bytes("record")));
        expectWrongSigner(foreign, request);
        bytes memory answer = sign(KEY, address(resolver), NOW, request, abi.encode(bytes("record")));
        expectWrongSigner(answer, abi.encodePacked(request, uint8(0)));
    }

    function test_resolver_refusesAChangedAnswer() public {
        bytes memory signed = sign(KEY, address(resolver), NOW, data, abi.encode(bytes("record")));
        (, uint64 expires, bytes memory signature) = abi.decode(signed, (bytes, uint64, bytes));
        expectWrongSigner(abi.encode(abi.encode(bytes("other")), expires, signature), data);
        expectWrongSigner(abi.encode(abi.encode(bytes("record")), expires + 1, signature), data);
    }

    function test_resolver_refusesAMalformedSignature() public {
        bytes memory answer = abi.encode(abi.encode(bytes("record")), NOW, hex"1234");
        vm.expectRevert(abi.encodeWithSelector(ECDSA.ECDSAInvalidSignatureLength.selector, 2));
        resolver.resolveCallback(answer, data);
    }

    function test_resolver_onlyTheOwnerReplacesTheGateway() public {
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(this)));
        resolver.setGateway("https://evil.example", address(this));
        bytes memory answer = sign(KEY, address(resolver), NOW, data, abi.encode(bytes("record")));
        vm.prank(OWNER);
        resolver.setGateway("https://new.example/{sender}/{data}", vm.addr(2));
        expectWrongSigner(answer, data);
        vm.prank(OWNER);
        vm.expectRevert(NameResolver.NoSigner.selector);
        resolver.setGateway(URL, address(0));
    }

    function test_resolver_supportsWildcardResolution() public view {
        assertTrue(resolver.supportsInterface(0x9061b923), "ENSIP-10");
        assertTrue(resolver.supportsInterface(0x01ffc9a7), "ERC-165");
        assertTrue(!resolver.supportsInterface(0xffffffff), "nothing else");
    }

    function expectLookup(bytes memory request, bytes4 callback) private {
        string[] memory urls = new string[](1);
        urls[0] = URL;
        vm.expectRevert(
            abi.encodeWithSelector(
                NameResolver.OffchainLookup.selector, address(resolver), urls, request, callback, request
            )
        );
    }

    /// @dev The signature is valid, but for something else: it recovers to a random account
    function expectWrongSigner(bytes memory answer, bytes memory request) private view {
        try resolver.resolveCallback(answer, request) returns (bytes memory) {
            assertTrue(false, "accepted");
        } catch (bytes memory reason) {
            assertTrue(bytes4(reason) == NameResolver.WrongSigner.selector, "wrong signer");
        }
    }

    function sign(uint256 key, address target, uint64 expires, bytes memory request, bytes memory result)
        private
        pure
        returns (bytes memory)
    {
        bytes32 hash = keccak256(abi.encodePacked(hex"1900", target, expires, keccak256(request), keccak256(result)));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, hash);
        return abi.encode(result, expires, abi.encodePacked(r, s, v));
    }
}
