10 REM strings: joining, slicing, searching
20 LET a$="": FOR i=1 TO 60: LET a$=a$+CHR$ (65+i-26*INT (i/26)): NEXT i
30 LET n=0: FOR i=1 TO LEN a$-1: IF a$(i TO i+1)="QR" THEN LET n=n+1
40 NEXT i
50 DIM b$(10,12): FOR i=1 TO 10: LET b$(i)=a$(i TO i+9)+STR$ i: NEXT i
60 LET a$=a$(2 TO )+a$(1): IF LEN a$>0 THEN GO TO 30
