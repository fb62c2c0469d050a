// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// @title Collection of the local chain
/// @notice Its owner gives one ringside ticket to each newcomer. The contract draws the pictures itself
contract PlayCollectible is ERC721, Ownable {
    using Strings for uint256;

    uint256 public totalSupply;

    constructor(address owner) ERC721("Ringside Tickets (local)", "RING") Ownable(owner) {}

    /// @notice Gives the next ticket to `to`, whose code is not called
    function mint(address to) external onlyOwner {
        totalSupply += 1;
        _mint(to, totalSupply);
    }

    /// @inheritdoc ERC721
    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        _requireOwned(tokenId);
        bytes memory json = abi.encodePacked(
            '{"name":"Ringside Ticket #',
            tokenId.toString(),
            '","description":"Play money: worth nothing","image":"data:image/svg+xml;base64,',
            Base64.encode(_draw(tokenId)),
            '"}'
        );
        return string.concat("data:application/json;base64,", Base64.encode(json));
    }

    function _draw(uint256 tokenId) private pure returns (bytes memory) {
        string memory hue = ((tokenId * 47 + 25) % 360).toString();
        return abi.encodePacked(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240"><rect width="240" height="240" fill="hsl(',
            hue,
            ' 45% 93%)"/><g fill="none" stroke-width="14" stroke-linecap="round"><circle cx="120" cy="104" r="68" stroke="hsl(',
            hue,
            ' 30% 82%)"/><path d="M120 36a68 68 0 1 1-64 90" stroke="hsl(',
            hue,
            ' 62% 42%)"/></g><path d="M82 84c2 20 14 26 26 26h24c12 0 24-6 26-26 10 22 0 38-16 42l-8 22c-6 10-22 10-28 0l-8-22c-16-4-26-20-16-42z" fill="hsl(',
            hue,
            ' 45% 24%)"/><text x="120" y="222" font-family="system-ui,sans-serif" font-size="28" font-weight="700" text-anchor="middle" fill="hsl(',
            hue,
            ' 45% 24%)">#',
            tokenId.toString(),
            "</text></svg>"
        );
    }
}
