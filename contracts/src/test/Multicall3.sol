// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Multicall3 of the local chain
/// @notice The part of Multicall3 that clients use, with the same encoding. Live chains have the original at
/// 0xcA11bde05977b3631167028862bE2a173976CA11; a local chain gets this code at the same address.
contract Multicall3 {
    /// @param target Contract to call
    /// @param allowFailure False to revert everything if this call reverts
    /// @param callData Selector and arguments
    struct Call3 {
        address target;
        bool allowFailure;
        bytes callData;
    }

    /// @param success False if the call reverted
    /// @param returnData Its return data or error
    struct Result {
        bool success;
        bytes returnData;
    }

    /// @notice A call that must not fail reverted
    error CallFailed(uint256 index);

    /// @notice Calls several contracts in one block
    /// @dev Reverts with {CallFailed}
    function aggregate3(Call3[] calldata calls) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; ++i) {
            (bool success, bytes memory returnData) = calls[i].target.call(calls[i].callData);
            require(success || calls[i].allowFailure, CallFailed(i));
            results[i] = Result(success, returnData);
        }
    }

    /// @notice Balance of an account, in wei
    function getEthBalance(address account) external view returns (uint256) {
        return account.balance;
    }

    /// @notice Number of the current block
    function getBlockNumber() external view returns (uint256) {
        return block.number;
    }

    /// @notice Time of the current block, in Unix seconds
    function getCurrentBlockTimestamp() external view returns (uint256) {
        return block.timestamp;
    }
}
