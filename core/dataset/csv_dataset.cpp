#include "core/dataset/csv_dataset.h"

#include "core/dataset/csv_table.h"
#include "core/dataset/file_activity.h"

#include <ATen/ops/from_blob.h>

#include <memory>

namespace lensboard::dataset {

namespace {

/// Returns a tensor that owns the vector's memory.
template <typename Value>
at::Tensor tensorOf(std::vector<Value> values, std::vector<std::int64_t> shape, at::ScalarType type)
{
    const auto kept = std::make_shared<std::vector<Value>>(std::move(values));
    return at::from_blob(kept->data(), shape, [kept](void *) {}, type);
}

Samples samplesOf(CsvRows rows, const CsvTable &table)
{
    const auto columns = static_cast<std::int64_t>(table.inputNames.size());
    const at::Tensor inputs = tensorOf(std::move(rows.inputs), {rows.count, columns}, at::kFloat);
    if (!table.classNames.empty())
        return {inputs, tensorOf(std::move(rows.classes), {rows.count}, at::kLong)};
    const std::vector<std::int64_t> one = {rows.count}, several = {rows.count, table.targets};
    return {inputs, tensorOf(std::move(rows.values), table.targets == 1 ? one : several, at::kFloat)};
}

} // namespace

Dataset makeCsvDataset(const settings::CsvTable &wanted, const session::ProgressReport &report)
{
    CsvTable table = readCsvTable(wanted, fileActivity(report, wanted.path), fileActivity(report, wanted.validationPath));
    Dataset dataset;
    dataset.training = samplesOf(std::move(table.training), table);
    if (table.validation.count > 0)
        dataset.validation = samplesOf(std::move(table.validation), table);
    dataset.classes = static_cast<std::int64_t>(table.classNames.size());
    dataset.classNames = std::move(table.classNames);
    dataset.notices = std::move(table.notices);
    return dataset;
}

} // namespace lensboard::dataset
