#pragma once
// Shared by actors and crowds: the compiled data of a scene, and the options of play calls.

#include <string>

#include "load/internal/actor.h"
#include "skelter/core/result.h"
#include "web/answer.h"
#include "web/held_scenes.h"

namespace skelter::web {

// Returns the actor that compiled a scene with a configuration ("": none). It lives as long as the scene.
Result<Actor*> model_of(HeldScene& held, const std::string& config);

// Parses the options of sk_actor_play. Masks are looked up in the actor.
Result<PlayOptions> play_options(const Actor& actor, const Json& json);

Error refused(const std::string& why);

// Adds "joints" and "skins".
void add_shape(Json& json, const ModelShape& shape);

}  // namespace skelter::web
