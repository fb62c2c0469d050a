// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Farcaster's registries on the local chain
/// @notice Stands in for both the id registry and the key registry. The local phone page writes its storage directly
contract PlayFarcasterRegistry {
    struct KeyData {
        uint8 state;
        uint32 keyType;
    }

    /// @dev Slot 0
    mapping(address owner => uint256 fid) public idOf;

    /// @dev Slot 1
    mapping(uint256 fid => mapping(bytes key => KeyData data)) private _keys;

    function keyDataOf(uint256 fid, bytes calldata key) external view returns (KeyData memory) {
        return _keys[fid][key];
    }
}
