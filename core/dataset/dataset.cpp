#include "core/dataset/dataset.h"

#include "core/dataset/dataset_error.h"
#include "core/dataset/fashion_mnist.h"
#include "core/dataset/spirals.h"
#include "core/dataset/text_dataset.h"

namespace lensboard::dataset {

Dataset makeDataset(const experiment::Choice &choice, std::int64_t seed, const session::ProgressReport &report)
{
    if (choice.kind == "spirals")
        return makeSpirals(choice, seed);
    if (choice.kind == "fashion-mnist")
        return makeFashionMnist(choice, seed, report);
    if (choice.kind == "text")
        return makeTextDataset(choice, report);
    throw DatasetError("there is no data set \"" + choice.kind + '"');
}

} // namespace lensboard::dataset
