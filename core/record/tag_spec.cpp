#include "core/record/tag_spec.h"

#include <stdexcept>

namespace lensboard::record {

const char *toText(TagKind kind)
{
    switch (kind) {
    case TagKind::Numerical: return "numerical";
    case TagKind::Probability: return "probability";
    case TagKind::Relations: return "relations";
    }
    return "numerical";
}

TagKind tagKindFromText(const std::string &text)
{
    for (const TagKind kind : {TagKind::Numerical, TagKind::Probability, TagKind::Relations})
        if (text == toText(kind))
            return kind;
    throw std::invalid_argument("\"" + text + "\" is no kind of tag: numerical, probability or relations");
}

} // namespace lensboard::record
