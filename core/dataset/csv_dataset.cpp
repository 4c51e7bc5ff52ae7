#include "core/dataset/csv_dataset.h"

#include "core/dataset/csv_table.h"
#include "core/dataset/file_activity.h"

#include <ATen/ops/from_blob.h>

#include <memory>

namespace lensboard::dataset {

namespace {

/// The vector's memory as a tensor that owns it.
template <typename Value>
at::Tensor tensorOf(std::vector<Value> values, std::vector<std::int64_t> shape, at::ScalarType type)
{
    const auto kept = std::make_shared<std::vector<Value>>(std::move(values));
    return at::from_blob(kept->data(), shape, [kept](void *) {}, type);
}

} // namespace

Dataset makeCsvDataset(const experiment::Choice &choice, const session::ProgressReport &report)
{
    CsvTable table = readCsvTable(choice, fileActivity(report, choice.get<std::string>("path")));
    Dataset dataset;
    dataset.classes = static_cast<std::int64_t>(table.classNames.size());
    dataset.classNames = std::move(table.classNames);
    dataset.notices = std::move(table.notices);
    const auto columns = static_cast<std::int64_t>(table.inputNames.size());
    dataset.training.inputs = tensorOf(std::move(table.inputs), {table.rows, columns}, at::kFloat);
    dataset.training.targets = dataset.classes ? tensorOf(std::move(table.classes), {table.rows}, at::kLong)
                                             : tensorOf(std::move(table.values), {table.rows}, at::kFloat);
    return dataset;
}

} // namespace lensboard::dataset
