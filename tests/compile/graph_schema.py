# graph_schema.py SCHEMA CASES: CASES is a JSON list of documents; prints a line "good" or "bad" for each.
import json
import sys

import jsonschema

with open(sys.argv[1]) as schema, open(sys.argv[2]) as cases:
    validator = jsonschema.Draft7Validator(json.load(schema))
    validator.check_schema(validator.schema)
    for case in json.load(cases):
        print("good" if validator.is_valid(case) else "bad")
