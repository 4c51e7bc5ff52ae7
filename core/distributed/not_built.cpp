// Used if LibTorch was built without c10d's requirements, or without Gloo.

#include "core/distributed/process_group.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <stdexcept>

namespace lensboard::distributed {

std::unique_ptr<ProcessGroup> join(const session::ProcessRank &, const session::ProgressReport &)
{
    throw record::Error(record::message("this build of Lensboard trains in one process only: its LibTorch came without c10d or Gloo; "
                                             "with libgloo-dev installed it builds with both"));
}

} // namespace lensboard::distributed
