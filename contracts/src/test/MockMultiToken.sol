// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";

/// @title ERC-1155 collection for tests
contract MockMultiToken is ERC1155 {
    constructor(string memory uri) ERC1155(uri) {}

    function mint(address to, uint256[] calldata ids, uint256[] calldata amounts) external {
        _mintBatch(to, ids, amounts, "");
    }
}
