// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Registry and resolver of names for tests, with the functions of ENS that clients call
contract MockNameRegistry {
    /// @notice The name in the reverse record of a node
    mapping(bytes32 node => string) public name;
    /// @notice The account that a node resolves to
    mapping(bytes32 node => address) public addr;

    mapping(bytes32 node => string) private _avatars;

    /// @notice Sets the records of a node
    function set(bytes32 node, string calldata newName, address account, string calldata avatar) external {
        name[node] = newName;
        addr[node] = account;
        _avatars[node] = avatar;
    }

    /// @notice Returns this contract for nodes with a record
    function resolver(bytes32 node) external view returns (address) {
        return bytes(name[node]).length != 0 || addr[node] != address(0) ? address(this) : address(0);
    }

    /// @notice Returns a text record
    function text(bytes32 node, string calldata key) external view returns (string memory) {
        return keccak256(bytes(key)) == keccak256("avatar") ? _avatars[node] : "";
    }
}
