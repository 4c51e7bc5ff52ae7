#pragma once

#include "core/store/run.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lensboard::widgets {

/// Which tensors a run has: tags, and in each the layers with what was recorded of them.
class RecordedTensors
{
public:
    struct Series
    {
        std::uint32_t index = 0; ///< in the run
        std::string layer;
        std::string label;
    };
    struct Tag
    {
        std::string name;
        std::string lens;
        std::vector<Series> series;
    };

    explicit RecordedTensors(std::shared_ptr<const store::Run> run) : m_run(std::move(run)) {}

    /// Reads what the run gained. Returns true if there are other tags or layers than before.
    /// Errors: store::RunFileError.
    bool follow();
    const std::vector<Tag> &tags() const { return m_tags; }
    const store::Run &run() const { return *m_run; }
    /// In bytes, as if all tensors of a layer were as large as its last one, which is not far from it.
    /// Errors: store::RunFileError.
    double sizeOf(const Tag &tag) const;

private:
    void take(std::uint32_t number, const record::TagSpec &spec);

    std::shared_ptr<const store::Run> m_run;
    store::RunCursor m_cursor;
    std::vector<Tag> m_tags;
    std::map<std::uint32_t, std::size_t> m_places;         ///< in m_tags, by number in the run
    std::size_t m_seriesSeen = 0;
    mutable std::map<std::uint32_t, double> m_bytesOfLast; ///< by series
};

} // namespace lensboard::widgets
