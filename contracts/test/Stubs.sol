// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MockPriceFeed} from "../src/test/MockPriceFeed.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice An account with code that makes calls but accepts no plain transfers
contract NoReceiver {
    /// @notice Calls `target` and forwards its error
    function execute(address target, uint256 value, bytes calldata data) external payable {
        (bool isOk, bytes memory result) = target.call{value: value}(data);
        if (isOk) return;
        assembly ("memory-safe") {
            revert(add(result, 32), mload(result))
        }
    }
}

/// @notice An account with code, such as a Safe, or the delegate of an EIP-7702 account
contract Wallet is NoReceiver {
    receive() external payable {}
}

/// @notice An account that makes one more call whenever it is paid
contract Reenterer is NoReceiver {
    address private _target;
    uint256 private _value;
    bytes private _data;

    /// @notice Whether the call succeeded
    bool public isOk;
    /// @notice Return data or error of the call
    bytes public result;

    function arm(address target, uint256 value, bytes calldata data) external {
        (_target, _value, _data) = (target, value, data);
    }

    receive() external payable {
        (isOk, result) = _target.call{value: _value}(_data);
    }
}

/// @notice An account that needs most of the gas that a payment may use
contract Bookkeeper is NoReceiver {
    uint256 public received;

    receive() external payable {
        received += msg.value;
    }
}

/// @notice An account that uses up all gas when it is paid
contract Spender is NoReceiver {
    receive() external payable {
        assembly ("memory-safe") {
            invalid()
        }
    }
}

/// @notice An account that returns as much data as its gas allows when it is paid
contract ReturnBomb is NoReceiver {
    receive() external payable {
        assembly {
            return(0, 100000)
        }
    }
}

/// @notice A token that anyone can mint
contract Token is ERC20("Stray", "STRAY") {
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}

/// @notice A feed with the wrong number of decimals
contract OtherDecimals {
    uint8 public constant decimals = 18;
}

/// @notice Reverts for rounds that do not exist, as proxies of old aggregators do
contract RevertingPriceFeed is MockPriceFeed(msg.sender) {
    function getRoundData(uint80 roundId) public view override returns (uint80, int256, uint256, uint256, uint80) {
        (,,, uint256 updatedAt,) = super.getRoundData(roundId);
        require(updatedAt != 0, "No data present");
        return super.getRoundData(roundId);
    }
}
