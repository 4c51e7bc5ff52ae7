#include "core/record/valid_utf8.h"

#include <boost/nowide/utf/convert.hpp>

namespace lensboard::record {

std::string validUtf8(std::string_view text)
{
    std::string valid = boost::nowide::utf::convert_string<char>(text.data(), text.data() + text.size());
    for (auto at = valid.find('\0'); at != std::string::npos; at = valid.find('\0', at))
        valid.replace(at, 1, "\uFFFD");
    return valid;
}

} // namespace lensboard::record
