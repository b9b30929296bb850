import { describe, expect, it } from "vitest";
import { differenceOf } from "./difference.ts";

const callback = "https://notes.example.com/callback";

describe("what differs between two redirect URIs", () => {
  it("is a character at the end", () => {
    expect(differenceOf(`${callback}/`, callback)).toEqual({
      before: callback,
      received: "/",
      expected: "",
      after: "",
    });
  });

  it("is a part in the middle", () => {
    expect(differenceOf("https://note.example.com/", "https://notes.example.com/")).toEqual({
      before: "https://note",
      received: "",
      expected: "s",
      after: ".example.com/",
    });
  });

  it("counts a repeated character once", () => {
    expect(differenceOf("aa", "a")).toEqual({ before: "a", received: "a", expected: "", after: "" });
  });

  it("keeps characters of two code units whole", () => {
    expect(differenceOf("x🔑", "x🔒")).toEqual({ before: "x", received: "🔑", expected: "🔒", after: "" });
  });

  it("is everything where nothing is alike, and nothing between equal texts", () => {
    expect(differenceOf("ab", "cd")).toEqual({ before: "", received: "ab", expected: "cd", after: "" });
    expect(differenceOf("ab", "ab")).toEqual({ before: "ab", received: "", expected: "", after: "" });
  });
});
