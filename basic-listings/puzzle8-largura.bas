# girafa: name="puzzle8-la"
10 REM PUZZLE 8: PERCURSO DE LARGURA PRIMEIRO
20 REM n$() nos da arvore: pai (3 algarismos), movimento, tabuleiro
30 REM a() avaliacao de cada no, mais 5000 quando ja' foi desenvolvido
40 REM m(q,j) para onde vai o ponto da casa q no movimento j; s() caminho da solucao
50 DIM n$(100,13): DIM a(100): DIM m(10,4): DIM f$(4,13): DIM s(30)
60 LET l$="BEAD": LET o$="ADBE"
70 GO SUB 800
100 REM PROCURA ate' achar a meta, encher a arvore ou esgotar os nos
110 GO SUB 200: IF a(no)>=5999 THEN GO TO 170
120 POKE 23692,0: GO SUB 300
130 LET fechados=fechados+1: LET a(no)=a(no)+5000
140 GO SUB 400: LET achou=0
150 FOR f=1 TO filhos: GO SUB 500: IF cheio THEN GO TO 170
160 NEXT f: IF NOT achou THEN GO TO 110
170 GO SUB 600
180 STOP
200 REM ESCOLHE o primeiro dos nos de menor avaliacao
210 LET no=1: LET menor=5999
220 FOR k=1 TO nos
230 IF a(k)<menor THEN LET menor=a(k): LET no=k
240 NEXT k: RETURN
300 REM MOSTRA o no escolhido
310 LET t$=n$(no,5 TO 13)
320 PRINT '"NO' "; FLASH 1;no; FLASH 0;"  ";n$(no);"  VALOR ";a(no)''
330 FOR k=1 TO 7 STEP 3
340 PRINT t$(k);" ";t$(k+1);" ";t$(k+2);" "
350 NEXT k: PRINT : RETURN
400 REM DESENVOLVE no: f$() os seus filhos, sem voltar atras nem repetir tabuleiros ja' desenvolvidos
410 LET filhos=0: LET z$=("00"+STR$ no)(LEN STR$ no TO )
420 FOR q=1 TO 9: IF t$(q)<>"." THEN NEXT q
430 FOR j=1 TO 4
440 LET d=m(q,j): IF d=0 OR n$(no,4)=o$(j) THEN GO TO 490
450 LET b$=t$: LET b$(q)=t$(d): LET b$(d)="."
460 FOR k=1 TO nos: IF a(k)>=5000 THEN IF n$(k,5 TO 13)=b$ THEN GO TO 490
470 NEXT k
480 LET filhos=filhos+1: LET f$(filhos)=z$+l$(j)+b$
490 NEXT j: RETURN
500 REM ACRESCENTA o filho f 'a arvore
510 LET b$=f$(f,5 TO 13)
520 IF b$=g$ THEN LET achou=1: LET meta=nos+1
530 PRINT f$(f): GO SUB 900
540 LET cheio=(nos>=99): IF cheio THEN RETURN
550 LET nos=nos+1: LET n$(nos)=f$(f): LET a(nos)=valor
560 RETURN
600 REM RESULTADO
610 IF achou THEN GO SUB 700: GO TO 640
620 PRINT '"********************************"''"NAO HA' SOLUCOES"
640 PRINT '"LISTA ABERTA  ---> ";nos-fechados;" NOS"''"LISTA FECHADA ---> ";fechados;" NOS"
660 PRINT '"********************************": RETURN
700 REM CAMINHO da meta ate' 'a raiz, mostrado ao contrario
710 LET passos=0
720 IF n$(meta,4)<>"C" THEN LET passos=passos+1: LET s(passos)=meta: LET meta=VAL n$(meta, TO 3): GO TO 720
730 PRINT '"******** EIS A SOLUCAO : *******"''
740 FOR k=passos TO 1 STEP -1: PRINT " ";n$(s(k),4);" --> ";n$(s(k),5 TO 13): NEXT k
750 PRINT '"EM ";passos;" ETAPA";"S" AND passos<>1'''
760 PRINT "********************************"
790 RETURN
800 REM PREPARACAO
810 FOR q=1 TO 9
820 LET c=q-3*INT ((q-1)/3)
830 LET m(q,1)=(q-3)*(q>3): LET m(q,2)=(q+1)*(c<3)
840 LET m(q,3)=(q+3)*(q<7): LET m(q,4)=(q-1)*(c>1)
850 NEXT q
860 LET q$="PARTIDA": LET z$="S": GO SUB 880: LET s$=t$
870 LET q$="CHEGADA": LET z$="G": GO SUB 880: LET g$=t$
875 LET nos=1: LET n$(1)="001C"+s$: LET fechados=0: LET achou=0: RETURN
880 PRINT '"*INTRODUZIR O PUZZLE DE ";q$;"*"'';TAB 11;"(PUZZLE ";z$;")"'''"DEVE-O INTRODUZIR COMO UMA UNICACADEIA DE CARACTERES,ISTO E',TO-DAS AS TRES ""LINHAS"" DO QUADRADONUMA UNICA LINHA CONTINUA."
890 INPUT "PUZZLE "+z$+" --> ";t$: IF LEN t$<>9 THEN GO TO 890
895 CLS : RETURN
900 REM AVALIA o filho: um nivel abaixo do pai
910 LET valor=a(no)-5000+1: RETURN
