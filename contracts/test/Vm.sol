// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The forge cheatcodes that these tests use
interface Vm {
    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }

    struct Gas {
        uint64 gasLimit;
        uint64 gasTotalUsed;
        uint64 gasMemoryUsed;
        int64 gasRefunded;
        uint64 gasRemaining;
    }

    struct SignedDelegation {
        uint8 v;
        bytes32 r;
        bytes32 s;
        uint64 nonce;
        address implementation;
    }

    function addr(uint256 privateKey) external pure returns (address);
    function chainId(uint256 id) external;
    function cool(address account) external;
    function deal(address account, uint256 balance) external;
    function deployCode(string calldata artifact, bytes calldata constructorArgs) external returns (address deployed);
    function expectEmit() external;
    function expectEmit(address emitter) external;
    function expectRevert() external;
    function expectRevert(bytes calldata revertData) external;

    function expectRevert(bytes4 selector) external;
    function getCode(string calldata artifact) external view returns (bytes memory creationCode);
    function getRecordedLogs() external returns (Log[] memory);
    function lastCallGas() external view returns (Gas memory gas);
    function parseJsonBool(string calldata json, string calldata key) external pure returns (bool);
    function parseJsonBytes(string calldata json, string calldata key) external pure returns (bytes memory);
    function parseJsonUint(string calldata json, string calldata key) external pure returns (uint256);
    function parseInt(string calldata text) external pure returns (int256);
    function parseUint(string calldata text) external pure returns (uint256);
    function pauseGasMetering() external;
    function prank(address sender) external;
    function publicKeyP256(uint256 privateKey) external pure returns (uint256 x, uint256 y);
    function readFile(string calldata path) external view returns (string memory);
    function recordLogs() external;
    function resumeGasMetering() external;
    function setEvmVersion(string calldata version) external;
    function sign(uint256 privateKey, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function signP256(uint256 privateKey, bytes32 digest) external pure returns (bytes32 r, bytes32 s);
    function signAndAttachDelegation(address implementation, uint256 privateKey)
        external
        returns (SignedDelegation memory);
    function snapshotGasLastCall(string calldata group, string calldata name) external returns (uint256 gasUsed);
    function snapshotValue(string calldata group, string calldata name, uint256 value) external;
    function split(string calldata text, string calldata delimiter) external pure returns (string[] memory);
    function warp(uint256 timestamp) external;
}

/// @notice Cheatcodes and assertions
abstract contract Cheats {
    error NotEqual(uint256 actual, uint256 expected);
    error NotEqualInt(int256 actual, int256 expected);
    error NotTrue(string what);

    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    function assertEq(uint256 actual, uint256 expected) internal pure {
        require(actual == expected, NotEqual(actual, expected));
    }

    function assertEq(int256 actual, int256 expected) internal pure {
        require(actual == expected, NotEqualInt(actual, expected));
    }

    function assertTrue(bool condition, string memory what) internal pure {
        require(condition, NotTrue(what));
    }

    /// @dev Maps `seed` into [min, max]
    function bound(uint256 seed, uint256 min, uint256 max) internal pure returns (uint256) {
        return max - min == type(uint256).max ? seed : min + seed % (max - min + 1);
    }
}
