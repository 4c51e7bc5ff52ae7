#include "core/record/tag_spec.h"

#include "core/record/error.h"
#include "core/record/message.h"

#include <stdexcept>

namespace lensboard::record {

const char *toText(TagKind kind)
{
    switch (kind) {
    case TagKind::Numerical: return "numerical";
    case TagKind::Probability: return "probability";
    case TagKind::Relations: return "relations";
    case TagKind::Tensors: return "tensors";
    }
    return "numerical";
}

TagKind tagKindFromText(const std::string &text)
{
    for (const TagKind kind : {TagKind::Numerical, TagKind::Probability, TagKind::Relations, TagKind::Tensors})
        if (text == toText(kind))
            return kind;
    throw record::InvalidArgument(message("\"%1\" is no kind of tag: numerical, probability, relations or tensors", text));
}

} // namespace lensboard::record
