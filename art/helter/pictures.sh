#!/bin/bash
# Renders the pictures of docs/notes/character: art/helter/pictures.sh SKELTER HELTER.glb OUT_FOLDER
# HELTER.glb is made with `make.py FOLDER --poses`. Motions, the seat and the coarse figure are those beside this script.
set -e
skelter=$1 figure=$2 out=$3 here=$(dirname "$0")
shot() { # name, camera, field of view, pose or nothing
  "$skelter" render "$figure" --out "$out/$1.png" --size 1024x1024 --background 8a919b --camera "$2" --fov "$3" ${4:+--clip pose_$4 --time 0} --quiet
}
shot front 0,0.98,4.3:0,0.91,0 25
shot side 4.3,0.98,0:0,0.91,0 25
shot three-quarter 2.2,1.35,3.6:0,0.89,0 26 stand
shot back -2.0,1.4,-3.7:0,0.89,0 26 stand
shot hand-open 1.0,1.25,0.55:0.62,1.0,0.02 20 open
shot hand-closed 0.95,1.05,0.6:0.61,1.0,0.02 15 fist
shot knee-130 1.5,0.7,1.1:0.06,0.55,-0.02 28 knee
shot shoulder-raised 0.6,1.55,2.9:0.02,1.42,0 28 raise
shot crouch 2.4,0.9,2.3:0,0.52,0.08 25 crouch
shot elbow-130 1.2,1.45,0.9:0.38,1.25,0.05 17 elbow
shot elbow-130-back 1.3,1.2,-0.7:0.38,1.25,0.05 17 elbow
shot ankle 0.8,0.35,0.7:0.1,0.08,0.03 22 stand
shot head 0.5,1.68,1.3:0,1.6,0 18
shot profile 1.5,1.64,0.05:0,1.63,0.01 19
for figure in "$(dirname "$2")"/wrist_{linear,dual}.glb; do
  shot "$(basename "$figure" .glb | tr _ -)" 0.95,1.35,0.75:0.56,1.06,0.02 17
done
strip() { # name, figure, clip, camera
  "$skelter" render "$here/$2" --out "$out/$1.png" --clip "$3" --strip 6 --size 300x420 --background 8a919b --camera "$4" --fov 34 --quiet
}
strip walk helter.x walk_ahead 4.2,1.2,0.6:0,0.9,0.5
strip start helter.glb start 4.2,1.2,0.4:0,0.9,0.3
strip stop helter.glb stop 4.2,1.2,0.4:0,0.9,0.3
strip turn helter.glb turn_left 1.5,1.3,4.0:0,0.9,0
sit() { # name, camera
  "$skelter" render "$here/helter.glb" --out "$out/$1.png" --size 1024x1024 --background 8a919b --camera "$2" --fov 32 --clip sit --time 1.97 --quiet
}
sit sit 1.9,1.2,1.9:0,0.66,-0.2
sit sit-back -1.9,1.0,-2.0:0,0.62,-0.2
"$skelter" render "$here/helter_far.glb" --out "$out/coarse.png" --size 1024x1024 --background 8a919b --camera 2.2,1.35,3.6:0,0.89,0 --fov 26 --quiet
"$skelter" render "$here/helter.glb" --out "$out/turntable.webp" --clip idle --from 0 --to 4 --fps 3 --turntable 360 --size 1024x1024 --background 8a919b --camera 0,1.2,4.0:0,0.91,0 --fov 27 --quiet
