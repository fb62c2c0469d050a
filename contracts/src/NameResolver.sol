// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {INameGateway} from "./interfaces/INameGateway.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";

/// @title Resolver of names that are registered off the chain (ENSIP-10, ERC-3668)
/// @notice Sends clients to a gateway and accepts only answers that the gateway signed for this contract and this
/// request, until they expire. It is a resolver of ENS for every name below a domain, and on a chain without ENS it can
/// stand in for the universal resolver that viem calls
contract NameResolver is IERC165, Ownable2Step {
    /// @dev ERC-3668
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
    error AnswerExpired(uint64 expires);
    error WrongSigner(address signer);
    error NoSigner();

    event GatewayChanged(string url, address signer);

    /// @notice ERC-3668 template, with `{sender}` and `{data}`
    string public gatewayUrl;
    /// @notice Account whose signatures count
    address public signer;

    constructor(address owner, string memory url, address gatewaySigner) Ownable(owner) {
        _setGateway(url, gatewaySigner);
    }

    /// @notice Replaces the gateway. Answers of the previous signer no longer count
    function setGateway(string calldata url, address gatewaySigner) external onlyOwner {
        _setGateway(url, gatewaySigner);
    }

    /// @notice Resolves a record of a name (ENSIP-10)
    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory) {
        _lookUp(abi.encodeCall(INameGateway.resolve, (name, data)), this.resolveCallback.selector);
    }

    /// @notice Resolves a record of a name as the universal resolver of ENS does
    /// @dev The last argument names gateways for batches, which are not needed here
    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata)
        external
        view
        returns (bytes memory, address)
    {
        _lookUp(abi.encodeCall(INameGateway.resolve, (name, data)), this.resolveWithGatewaysCallback.selector);
    }

    /// @notice Returns the name of an account as the universal resolver of ENS does
    function reverseWithGateways(bytes calldata account, uint256 coinType, string[] calldata)
        external
        view
        returns (string memory, address, address)
    {
        _lookUp(abi.encodeCall(INameGateway.reverse, (account, coinType)), this.reverseWithGatewaysCallback.selector);
    }

    /// @notice Returns the record in a signed answer
    function resolveCallback(bytes calldata answer, bytes calldata request) external view returns (bytes memory) {
        return abi.decode(_verify(answer, request), (bytes));
    }

    /// @notice Returns the record in a signed answer, and this resolver
    function resolveWithGatewaysCallback(bytes calldata answer, bytes calldata request)
        external
        view
        returns (bytes memory, address)
    {
        return (abi.decode(_verify(answer, request), (bytes)), address(this));
    }

    /// @notice Returns the name in a signed answer, and this resolver for both directions
    function reverseWithGatewaysCallback(bytes calldata answer, bytes calldata request)
        external
        view
        returns (string memory, address, address)
    {
        return (abi.decode(_verify(answer, request), (string)), address(this), address(this));
    }

    /// @inheritdoc IERC165
    function supportsInterface(bytes4 interfaceId) external pure returns (bool) {
        return interfaceId == this.resolve.selector || interfaceId == type(IERC165).interfaceId;
    }

    /// @notice Hash that the gateway signs: ERC-191 with `target` as the validator
    function answerHash(address target, uint64 expires, bytes calldata request, bytes memory result)
        public
        pure
        returns (bytes32)
    {
        return keccak256(abi.encodePacked(hex"1900", target, expires, keccak256(request), keccak256(result)));
    }

    function _lookUp(bytes memory request, bytes4 callbackFunction) private view {
        string[] memory urls = new string[](1);
        urls[0] = gatewayUrl;
        revert OffchainLookup(address(this), urls, request, callbackFunction, request);
    }

    function _verify(bytes calldata answer, bytes calldata request) private view returns (bytes memory result) {
        uint64 expires;
        bytes memory signature;
        (result, expires, signature) = abi.decode(answer, (bytes, uint64, bytes));
        require(block.timestamp <= expires, AnswerExpired(expires));
        address answerer = ECDSA.recover(answerHash(address(this), expires, request, result), signature);
        require(answerer == signer, WrongSigner(answerer));
    }

    function _setGateway(string memory url, address gatewaySigner) private {
        require(gatewaySigner != address(0), NoSigner());
        gatewayUrl = url;
        signer = gatewaySigner;
        emit GatewayChanged(url, gatewaySigner);
    }
}
