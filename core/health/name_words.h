#pragma once

#include "core/bytes/lower_case.h"

#include <cctype>
#include <string>
#include <vector>

namespace lensboard::health {

/// Returns the words of a name in lower case: "train", "loss", "epoch" for "train/loss_epoch".
inline std::vector<std::string> wordsOf(const std::string &text)
{
    std::vector<std::string> words(1);
    for (const char c : bytes::lowerCase(text))
        if (std::isalnum(static_cast<unsigned char>(c)))
            words.back() += c;
        else if (!words.back().empty())
            words.emplace_back();
    if (words.back().empty())
        words.pop_back();
    return words;
}

} // namespace lensboard::health
