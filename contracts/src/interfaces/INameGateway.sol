// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Calls that clients send to the gateway of {NameResolver} (ERC-3668)
/// @notice The gateway's answer is `abi.encode(bytes result, uint64 expires, bytes signature)`, where `result` is the
/// return data of the call
interface INameGateway {
    /// @param name DNS-encoded name
    /// @param data Call to a resolver, such as `addr(bytes32)`
    /// @return Result of the resolver
    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory);

    /// @return The name of `account`, empty for none
    function reverse(bytes calldata account, uint256 coinType) external view returns (string memory);
}
