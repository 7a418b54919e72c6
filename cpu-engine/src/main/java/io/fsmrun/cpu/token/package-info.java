/**
 * Rules over tokens between delimiters, as those of a part-of-speech tagger. An automaton tells the
 * class of each token, then all rules take one step a token, as chains of bits: shift-and over
 * classes of tokens (Baeza-Yates and Gonnet, 1992), with the Vector API or word by word. Time is
 * linear in the input; a step costs the words that the chains take.
 */
package io.fsmrun.cpu.token;
