// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Functions of a Safe 1.4.1 that a module needs
interface ISafe {
    /// @notice Makes a call on behalf of the Safe. Reverts unless the caller is an enabled module
    /// @param operation 0 for a call, 1 for a delegate call
    function execTransactionFromModuleReturnData(address to, uint256 value, bytes calldata data, uint8 operation)
        external
        returns (bool success, bytes memory result);
}
